/** Measures of a study by their names: of which lane they are, a title that a person reads, and a unit. */
import { meaningOf, type Better, type Unit } from './meanings.ts';

/** Of which lane a measure is; a ratio is lane B's value divided by lane A's. */
type MeasureLane = 'a' | 'b' | 'ratio';

/** A measure. */
export interface Measure {
  /** As the study names it, lane included. */
  name: string;
  lane: MeasureLane;
  /** The name without its lane. */
  inner: string;
  /** What is measured, beginning with a capital letter where it is a word. An unknown name stands for itself. */
  title: string;
  /** Unit of a lane's value; a ratio has none. */
  unit: Unit;
  /** Which direction is a gain. */
  better: Better;
}

const LANES: Record<string, MeasureLane> = { 'a:': 'a', 'b:': 'b', 'ratio:': 'ratio' };

/** The measure of a name. */
export function measureOf(name: string): Measure {
  const prefix = /^(?:a|b|ratio):/.exec(name)?.[0] ?? '';
  const inner = name.slice(prefix.length);
  const [title, unit, better = null] = meaningOf(inner) ?? [inner, ''];
  return { name, lane: LANES[prefix] ?? 'a', inner, title, unit, better };
}

/** Title with lane, as it stands in a list of measures. */
export function fullTitle({ title, lane }: Measure): string {
  const of = { a: title, b: `${title}, lane B`, ratio: `${title}, B ÷ A` };
  return of[lane];
}

/** A title inside a sentence: only names and abbreviations keep their capital letter. */
export function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** The title of an axis: what it measures and the unit. */
export function axisTitle({ title, lane, unit }: Measure): string {
  if (lane === 'ratio') {
    return `${title}, B against A`;
  }
  return unit === '' ? title : `${title}, ${unit}`;
}

/** Whether less of it means that the workload ends earlier. */
export function isElapsed({ inner }: Measure): boolean {
  return inner === 'elapsed_seconds';
}
