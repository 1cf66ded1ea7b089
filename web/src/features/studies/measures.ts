/** Measures of a study: which there are for a scenario, and what they are called. */
import { measurePatterns, wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { axisTitle, measureOf } from './pictures/measures.ts';

/** The lanes of a measure, by what stands before its name. */
export const MEASURE_LANES = { '': 'A', 'b:': 'B', 'ratio:': 'B ÷ A' } as const;

/** What stands before the name of a measure. */
export type MeasurePrefix = keyof typeof MEASURE_LANES;

/** A measure that can be chosen. */
export interface MeasureChoice {
  /** Its name, without a lane. */
  name: string;
  title: string;
}

/** The measures that people ask for first, by the engine's names. */
const USUAL = [
  'elapsed_seconds',
  'throughput_mb_per_s',
  'task:TASK:longest_stall_ms',
  'task:TASK:stall_seconds',
  'task:TASK:cpu_seconds',
  'kswapd_efficiency_percent',
  'total_efficiency_percent',
  'peak:ZONE:dirty_percent',
  'mean:ZONE:dirty_percent',
  'device:DEVICE:busy_seconds',
  'device:DEVICE:average_wait_ms',
  'counter:COUNTER',
];

function named(list: unknown): string[] {
  return Array.isArray(list)
    ? list.flatMap((entry: unknown) => {
        const { name } = (entry ?? {}) as { name?: unknown };
        return typeof name === 'string' ? [name] : [];
      })
    : [];
}

/** By the word in capitals that the engine's names have: what can stand in its place. */
type Places = Readonly<Record<string, readonly string[]>>;

/** The words that stand for something else; one without names has no measures, as laps, which no scenario names. */
const PLACES = ['ZONE', 'DEVICE', 'TASK', 'LAP', 'FUNCTION', 'COUNTER'];

/** The engine's measures, the usual ones first, with names in their places. */
export function measureNames(places: Places): string[] {
  const rank = (pattern: string) => {
    const at = USUAL.indexOf(pattern);
    return at < 0 ? USUAL.length : at;
  };
  const patterns = measurePatterns.toSorted((one, other) => rank(one) - rank(other));
  const known: Places = { COUNTER: wholeCatalogue.counters.map(({ name }) => name), ...places };
  return patterns.flatMap((pattern) => filled(pattern, known));
}

function filled(pattern: string, places: Places): readonly string[] {
  const words = pattern
    .split(':')
    .map((word) => (PLACES.includes(word) ? (places[word] ?? []) : [word]));
  return words.reduce((heads, tails) =>
    heads.flatMap((head) => tails.map((tail) => `${head}:${tail}`)),
  );
}

/** The measures of a scenario, the usual ones first; `base` is its document, or nothing where it is not known. */
export function measuresOf(base: Readonly<Record<string, unknown>> | null): MeasureChoice[] {
  const machine = (base?.['machine'] ?? {}) as Record<string, unknown>;
  const names = measureNames({
    ZONE: named(machine['zones']),
    TASK: [...new Set(named(base?.['workload']))],
    DEVICE: named(base?.['devices']),
  });
  return names.map((name) => ({ name, title: axisTitle(measureOf(name)) }));
}

/** The measures that have all of these words in their name or title. */
export function searchMeasures(choices: readonly MeasureChoice[], text: string): MeasureChoice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ name, title }) => {
    const all = `${name} ${title}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
