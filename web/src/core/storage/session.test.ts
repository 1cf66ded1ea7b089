// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import type { Documents } from '../../engine/documents.ts';
import type { Scenario } from '../../engine/types.ts';
import { openingScenario } from '../gallery/gallery.ts';
import { lab } from '../lab/lab.ts';
import { useLab } from '../lab/store.ts';
import { keepChanges } from './session.ts';
import { forgetTroubles } from './storage.ts';

const KEY = 'reclaim-lab.changes';
const documents = {
  check: (json: string) => ({ scenario: JSON.parse(json) as Scenario }),
} as unknown as Documents;

const looked = { mapView: null, pin: null, span: null };
const step = { what: 'pin of a page', there: { kind: 'view', looked } };
const other = { ...openingScenario, title: 'Another' };
const place = {
  scenario: other,
  galleryId: null,
  opened: other,
  nowNs: 3e9,
  playing: false,
  looked,
  changes: { past: [step], future: [] as unknown[] },
};

beforeEach(() => {
  sessionStorage.clear();
  forgetTroubles();
  useLab.setState({ scenario: openingScenario });
  lab.changes.put({ past: [], future: [] });
});

function comeBackTo(kept: unknown) {
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  keepChanges(documents);
  return lab.changes.kept.past.map(({ what }) => what);
}

test('a scenario that another page or link has replaced comes back first', () => {
  expect(comeBackTo(place)).toEqual(['pin of a page', `opening “${openingScenario.title}”`]);
});

const view = (change: object) => ({
  ...step,
  there: { kind: 'view', looked: { ...looked, ...change } },
});

test.each([
  null,
  [],
  { ...place, scenario: { title: 7 } },
  { ...place, nowNs: 'soon' },
  { ...place, looked: undefined },
  ...[null, 7, {}, { what: 'x', there: null }, { what: 'x', there: { kind: 'other' } }].map(
    (bad) => ({
      ...place,
      changes: { past: [bad], future: [] },
    }),
  ),
  {
    ...place,
    changes: { past: [view({ pin: { lane: 'c', zone: 'Normal', frame: 1 } })], future: [] },
  },
  { ...place, changes: { past: [], future: [view({ mapView: { zone: 'Normal' } })] } },
  { ...place, changes: { past: [view({ span: { fromNs: 'a' } })], future: [] } },
])('a damaged text is set aside, and nothing is undone by it: %j', (kept) => {
  expect(comeBackTo(kept)).toEqual([]);
  expect(sessionStorage.getItem(KEY)).toBeNull();
  expect(sessionStorage.getItem(`${KEY}.damaged`)).toBe(JSON.stringify(kept));
});

test('a scenario that the engine refuses is left out', () => {
  const refusing = {
    ...documents,
    check: () => ({ problems: [{ field: '', problem: '', fix: '' }] }),
  };
  sessionStorage.setItem(KEY, JSON.stringify(place));
  keepChanges(refusing);
  expect(lab.changes.kept.past).toEqual([]);
});

test('what can be undone is kept when the page is left', () => {
  keepChanges(documents);
  vi.spyOn(lab, 'place').mockReturnValue({
    ...place,
    speed: 1,
    editing: 'b',
    changes: { past: [{ what: 'reset', there: { kind: 'lanes', scenario: other } }], future: [] },
  });
  window.dispatchEvent(new Event('pagehide'));
  expect(comeBackTo(JSON.parse(sessionStorage.getItem(KEY) ?? ''))).toContain('reset');
});

test.each([20, Infinity])('the speed %s is kept while the user is on another page', (speed) => {
  keepChanges(documents);
  useLab.setState({ speed });
  window.dispatchEvent(new Event('pagehide'));
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '');
  useLab.setState({ speed: 10 });
  comeBackTo(kept);
  expect(useLab.getState().speed).toBe(speed);
});

test.each([undefined, 7, 'fast'])('the stored speed %s changes nothing', (speed) => {
  useLab.setState({ speed: 10 });
  comeBackTo({ ...place, speed });
  expect(useLab.getState().speed).toBe(10);
});
