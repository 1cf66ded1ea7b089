/** One factor at a time: how far each factor moves the measure from the base, beside what the seeds do. */
import type { StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import { factorsOf, varied, type Level } from './data.ts';
import { formatMeasured, formatRange, listOf } from './format.ts';
import type { Measure } from './measures.ts';

/** A value of a factor, with all others at their first value. */
export interface Swing {
  level: Level;
  point: number;
  spread: StudySpread;
}

/** A factor and what it moves. */
export interface TornadoRow {
  at: number;
  name: string;
  path: string;
  /** By the value of the measure, least first; the base is among them. */
  swings: Swing[];
  least: number;
  most: number;
}

/** A tornado before it is drawn. */
export interface Tornado {
  measure: Measure;
  base: StudySpread | null;
  /** The widest first. */
  rows: TornadoRow[];
  /** Factors of which only the first value has been run. */
  alone: string[];
}

/** The factors of a lane, the one that moves most in front. */
export function tornadoOf(result: StudyResult, measure: Measure): Tornado {
  const factors = factorsOf(result);
  const base = result.points.findIndex(({ levels }) => levels.every((level) => level === 0));
  const all = varied(factors).flatMap(({ at, name, path, levels }) => {
    const swings = levels.flatMap((level): Swing[] => {
      const point = result.points.findIndex((it) =>
        it.levels.every((value, factor) => value === (factor === at ? level.level : 0)),
      );
      const spread = result.points[point]?.spread[measure.name];
      return spread ? [{ level, point, spread }] : [];
    });
    const medians = swings.map(({ spread }) => spread.median);
    const sorted = swings.toSorted((one, other) => one.spread.median - other.spread.median);
    return swings.length === 0
      ? []
      : [
          {
            at,
            name,
            path,
            swings: sorted,
            least: Math.min(...medians),
            most: Math.max(...medians),
          },
        ];
  });
  // A factor whose other values are impossible, or have not been run, moves nothing yet.
  const rows = all.filter(({ swings }) => swings.length > 1);
  rows.sort((one, other) => other.most - other.least - (one.most - one.least));
  return {
    measure,
    base: result.points[base]?.spread[measure.name] ?? null,
    rows,
    alone: all.filter((row) => !rows.includes(row)).map(({ name }) => name),
  };
}

/** Which factor moves the measure most, and which move it no more than the seeds do. */
export function tornadoSentence({ measure, base, rows, alone }: Tornado): string {
  const [first] = rows;
  if (!first || !base) {
    return 'The combination of first values has no value yet, so there is nothing to compare with.';
  }
  const show = (value: number) => formatMeasured(value, measure);
  if (first.most === first.least) {
    return `No factor has an effect: ${show(base.median)} everywhere.`;
  }
  const idle =
    alone.length === 0
      ? ''
      : ` ${listOf(alone)} ${alone.length > 1 ? 'have' : 'has'} a value for the first setting only.`;
  const lead = `${first.name} has the largest effect: ${formatRange(first.least, first.most, measure)}; with the first values of all factors it is ${show(base.median)}.${idle}`;
  const chance = rows.filter(({ least, most }) => least >= base.least && most <= base.most);
  if (base.count < 2 || chance.length === 0) {
    return lead;
  }
  const verb = chance.length > 1 ? 'do' : 'does';
  return `${lead} ${listOf(chance.map(({ name }) => name))} ${verb} no more than the seeds do.`;
}
