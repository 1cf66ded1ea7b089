import { expect, test } from 'vitest';

import { embedOf, wholePageAddress } from './EmbedTransport.tsx';

test('the whole page is asked for by an address without a word on frames', () => {
  expect(embedOf('')).toBeNull();
  expect(embedOf('?theme=dark')).toBeNull();
});

test('panels come in the order of the screen, map and charts by default', () => {
  expect(embedOf('?embed')?.panels).toEqual(['map', 'charts']);
  expect(embedOf('?embed=charts,map&theme=dark')).toEqual({
    panels: ['map', 'charts'],
    unknown: [],
  });
  const wrong = embedOf('?embed=map,chart');
  expect([wrong?.panels, wrong?.unknown]).toEqual([['map'], ['chart']]);
});

test('the whole page has the link of the frame, and none of its wishes', () => {
  const framed = 'https://lab.example/a/?embed=map&theme=dark#weiner-usb';
  expect(wholePageAddress(framed, 'weiner-usb~t=20s~d=1.2')).toBe(
    'https://lab.example/a/#weiner-usb~t=20s~d=1.2',
  );
  expect(wholePageAddress(framed, null)).toBe('https://lab.example/a/#weiner-usb');
});
