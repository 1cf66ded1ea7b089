import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Line } from './Words.tsx';

test('a line has names of the kernel and links within the app, and no others', () => {
  const { container } = render(
    <Line text="`kswapd` writes: see [the study](#gallery=a-b), [Results](./results.html#x) and [x](https://example.org)." />,
  );
  expect(container.textContent).toBe(
    'kswapd writes: see the study, Results and [x](https://example.org).',
  );
  expect(container.querySelector('code')?.textContent).toBe('kswapd');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['#gallery=a-b', './results.html#x']);
});
