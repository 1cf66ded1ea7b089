/**
 * When a run of a built-in scenario ends, as far as it was computed in advance with the first seeds. The pace of a run
 * says little about its end while reclaim gets slower.
 */
import { formatSeconds } from '../../base/format.ts';
import { gallery, idOfTitle } from '../../core/gallery/documents.ts';
import { plainTitle } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { foreseen, type RunEnd } from '../../core/lab/timeline.ts';
import { current } from '../../core/link/address.ts';
import type { Scenario } from '../../engine/types.ts';

/** The least and the greatest time over the seeds, virtual seconds. */
type Range = [least: number, most: number];

/** The ends of the runs of one scenario. */
interface KnownEnd {
  /** Number of seeds; the first one is the seed of the built-in scenario. */
  seeds: number;
  a: Range;
  b: Range;
  /** The time at which both lanes have ended, by seed; null if only the ranges are known. */
  ends: number[] | null;
}

/** The ends by the id of the scenario, from the verdicts of the Results page; the build defines them. */
declare const __KNOWN_ENDS__: Record<string, KnownEnd>;

/** The ends that are known for a scenario, and the place of its own seed among them. */
interface Known extends KnownEnd {
  /** The first seed. */
  from: number;
  /** 0 for the first seed. */
  place: number;
}

const found = new WeakMap<Scenario, { known: Known | null }>();

/** Returns the known ends of a built-in scenario that was not changed, except for its seed; otherwise null. */
function knownEndOf(scenario: Scenario): Known | null {
  const kept = found.get(scenario) ?? { known: search(scenario) };
  found.set(scenario, kept);
  return kept.known;
}

function search(scenario: Scenario): Known | null {
  const id = idOfTitle(plainTitle(scenario.title));
  const own = gallery.find((item) => item.id === id)?.scenario;
  const known = __KNOWN_ENDS__[id ?? ''];
  if (!own || !known) {
    return null;
  }
  const from = own.seed ?? 1;
  return isBuiltIn(scenario, own) ? { ...known, from, place: (scenario.seed ?? 1) - from } : null;
}

/** Whether a scenario equals a built-in one, except for its texts and its seed. */
export function isBuiltIn(scenario: Scenario, builtIn: Scenario): boolean {
  const { title, description, seed } = builtIn;
  const alike = { ...scenario, title, description, seed } as Scenario;
  return (
    JSON.stringify(alike) === JSON.stringify(builtIn) ||
    (current.address?.same(alike, builtIn) ?? false)
  );
}

/**
 * Returns the end of the current run, if its scenario and its seed were computed in advance and it is between these
 * times; otherwise null.
 */
export function foreseenEnd(fromNs = 0, toNs = Infinity): RunEnd | null {
  const { scenario } = useLab.getState();
  const known = scenario && knownEndOf(scenario);
  if (!known || known.place < 0 || known.place >= known.seeds) {
    return null;
  }
  const { a, b, ends, place } = known;
  const range: Range = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const exact = ends?.[place];
  const ns = (exact ?? range[1]) * 1e9;
  const words = exact === undefined ? `about ${text(range)}` : formatSeconds(ns);
  return ns > fromNs && ns < toNs ? { ns, known: 'estimate', text: `ends at ${words}` } : null;
}

/** Tells the timeline the ends of these runs. */
export function foreseeEnds(): void {
  foreseen.end = foreseenEnd;
}

/** Returns a sentence about the times of all computed seeds; null if there are none for this scenario. */
export function seedsWords(scenario: Scenario): string | null {
  const known = knownEndOf(scenario);
  if (!known) {
    return null;
  }
  const { seeds, from } = known;
  const [a, b] = [text(known.a), text(known.b)];
  const times = a === b ? `${a} in both` : `${a} in A, ${b} in B`;
  return `With seeds ${from} to ${from + seeds - 1}: ${times}.`;
}

/** Times that differ by less than this share have one text. */
const SAME = 0.005;

/** Formats a range, “773 to 820 s”, or its middle if it is small. */
function text([least, most]: Range): string {
  const format = (seconds: number) => formatSeconds(seconds * 1e9, most < 100 ? 1 : 0);
  return most - least < most * SAME
    ? format((least + most) / 2)
    : `${format(least).replace(' s', '')} to ${format(most)}`;
}
