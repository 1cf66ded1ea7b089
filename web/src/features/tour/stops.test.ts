// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { stopsFor } from './stops.ts';

/** How fast people read on a screen, and what a stop takes beside that: to look, and to go on. */
const WORDS_A_MINUTE = 200;
const STOP_S = 2.5;

test('the tour takes less than 90 seconds', () => {
  const setting = { catalogue, scenario: openingScenario };
  const stops = stopsFor(setting);
  const words = stops
    .flatMap((stop) => [stop.title, ...stop.text(setting)])
    .join(' ')
    .split(/\s+/).length;
  expect((words / WORDS_A_MINUTE) * 60 + stops.length * STOP_S).toBeLessThan(90);
});
