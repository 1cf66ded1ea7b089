/** The result of an ablation: each mechanism's share of the effect, their order, and which depend on each other. */
import type { Ablation, PointResult, StudyResult } from '../../../engine/generated/scenario.ts';
import { cellOf } from './data.ts';
import {
  formatDifference,
  formatMeasured,
  formatShare,
  formatShift,
  inWords,
  listOf,
  unitOf,
} from './values.ts';
import { isElapsed, type Measure } from '../measures.ts';

/** Mechanisms are named, largest first, until together they have this share of the effect. */
const MOST_OF_IT = 0.9;
/** Maximum number of mechanisms named. */
const NAMED_MAX = 3;
/** Minimum share of the effect for a mechanism to count as working against it, or for a pair to matter. */
const NOTABLE = 0.05;

/** A mechanism in an ablation, with its effects in the measure's unit. */
export interface ShareRow {
  /** Index of the factor. */
  at: number;
  name: string;
  /** Shapley value: what it adds to the measure, averaged over all orders. */
  shapley: number;
  error: number | null;
  alone: number | null;
  last: number | null;
  /** Least and greatest share over single seeds; null if shares are estimated, or there are too few seeds. */
  range: readonly [least: number, most: number] | null;
  /** Share of the whole effect; null if there is none. */
  part: number | null;
}

/** Returns the mechanisms, largest share first. */
export function shareRows(names: readonly string[], { none, all, shares }: Ablation): ShareRow[] {
  const effect = all - none;
  const rows = shares.map((share, at) => ({
    ...share,
    at,
    name: names[at] ?? '',
    range:
      share.least === null || share.most === null ? null : ([share.least, share.most] as const),
    part: effect === 0 ? null : share.shapley / effect,
  }));
  return rows.sort((one, other) => Math.abs(other.shapley) - Math.abs(one.shapley));
}

/**
 * Formats a share of the whole effect; a share against the effect “costs” part of a gain, or “undoes” part of a loss.
 */
export function partWords(part: number, { none, all }: Ablation, { better }: Measure): string {
  if (part >= 0) {
    return formatShare(part);
  }
  const gain = better === 'less' ? all < none : better === 'more' && all > none;
  return `${gain ? 'costs' : 'undoes'} ${formatShare(-part)}`;
}

/** Explains the origin and the precision of shares; empty if there are none. */
export function sharesNote({ ablation, study }: StudyResult, { name }: Measure): string {
  const shares = ablation[name]?.shares;
  if (!shares) {
    return '';
  }
  if (shares.some(({ error }) => error !== null)) {
    return 'The shares are estimated from random orders of the mechanisms; ± is the standard error of the estimate.';
  }
  const spread =
    study.seeds > 1
      ? ` The lines with end marks show the range of each share over ${study.seeds} seeds.`
      : ' Each subset has one run, so the spread over seeds is not known.';
  return `All possible subsets were run, so the shares have no sampling error.${spread}`;
}

/** Returns the combination in which exactly these mechanisms are on; null if it did not run. */
export function pointWith(points: readonly PointResult[], on: readonly number[]): number | null {
  const found = points.findIndex(({ levels }) =>
    levels.every((level, at) => (level === 1) === on.includes(at)),
  );
  return found < 0 ? null : found;
}

/**
 * Whether shares are meaningful: the set with all mechanisms off has a value, and the set with all on has one or is
 * impossible.
 */
export function sharesKnown(result: StudyResult, measure: Measure): boolean {
  const whole = pointWith(
    result.points,
    result.factors.map((_, at) => at),
  );
  const all = whole === null ? undefined : result.points[whole];
  return result.ablation[measure.name] !== undefined && (!all || measure.name in all.spread);
}

/**
 * Says why the effect of a mechanism alone, or switched on last, is unknown: the required set is impossible, or has no
 * value.
 */
export function whyNone(result: StudyResult, on: readonly number[]): string {
  return pointWith(result.points, on) === null ? 'impossible' : 'no value';
}

/** Summarizes the ablation: from none to all, and which mechanisms cause the difference. */
export function ablationSentence(result: StudyResult, measure: Measure): string {
  const ablation = result.ablation[measure.name];
  if (!ablation) {
    return 'The shares need a value for the set with all mechanisms off, which has none yet.';
  }
  const { none, all } = ablation;
  const count = result.factors.length;
  const whole = pointWith(
    result.points,
    result.factors.map((_, at) => at),
  );
  const many = whole === null ? 'as many as can be on together' : 'all of them';
  const show = (value: number) => formatMeasured(value, measure);
  const valued = result.points.filter(({ spread }) => spread[measure.name]).length;
  const preliminary =
    valued < result.points.length
      ? `Preliminary: ${valued} of ${result.points.length} sets of mechanisms have a value.`
      : '';
  if (!sharesKnown(result, measure)) {
    return `${preliminary} The shares need a value for the set with all mechanisms on, which has none yet.`;
  }
  const subject =
    isElapsed(measure) && measure.lane !== 'ratio'
      ? `the run${measure.lane === 'b' ? ' of lane B' : ''} takes ${show(none)}`
      : `“${subjectOf(measure)}” is ${show(none)}`;
  const shift = none === 0 || all === none ? '' : ` (${formatShift(all / none - 1)})`;
  const from = `With none of the ${inWords(count)} mechanisms on, ${subject}; with ${many}, ${show(all)}${shift}.`;
  return [
    from,
    makers(result.factors, ablation, measure),
    chance(result, measure, whole),
    preliminary,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function subjectOf({ title, lane }: Measure): string {
  return { a: title, b: `${title} in lane B`, ratio: `${title}, B vs. A` }[lane];
}

/** Says which mechanisms cause most of the difference, and which work against it. */
function makers(names: readonly string[], ablation: Ablation, measure: Measure): string {
  if (ablation.all === ablation.none) {
    const moved = ablation.shares.some(({ shapley }) => shapley !== 0);
    return moved ? 'The effects of the mechanisms cancel out.' : 'They make no difference.';
  }
  const rows = shareRows(names, ablation).toSorted(
    (one, other) => (other.part ?? 0) - (one.part ?? 0),
  );
  const named: ShareRow[] = [];
  let sum = 0;
  for (const row of rows) {
    if (sum >= MOST_OF_IT || named.length === NAMED_MAX || (row.part ?? 0) < NOTABLE) {
      break;
    }
    named.push(row);
    sum += row.part ?? 0;
  }
  const who = listOf(named.map(({ name }) => name));
  const together = named.length > 1 ? 'together account for' : 'accounts for';
  const made = `${who} ${together} ${formatShare(sum)} of the difference`;
  const against = rows.filter(({ part }) => (part ?? 0) <= -NOTABLE);
  if (against.length === 0) {
    return `${made}.`;
  }
  const verb = against.length > 1 ? 'work' : 'works';
  const lost = against.reduce((total, { part }) => total + (part ?? 0), 0);
  const words = partWords(lost, ablation, measure);
  const said = against.length > 1 ? words.replace('s ', ' ') : words;
  return `${made}; ${listOf(against.map(({ name }) => name))} ${verb} against it and ${against.length > 1 ? 'together ' : ''}${said} of it.`;
}

/** Says whether the seeds alone cause a difference as large as that between no mechanisms and all mechanisms. */
function chance(result: StudyResult, measure: Measure, whole: number | null): string {
  const empty = pointWith(result.points, []);
  const [one, other] = [empty, whole].map((at) => {
    const point = at === null ? undefined : result.points[at];
    return point ? cellOf(result, point, measure).spread : null;
  });
  if (!one || !other || one.count < 2 || other.count < 2 || one.median === other.median) {
    return '';
  }
  const overlap = one.least <= other.most && other.least <= one.most;
  return overlap ? 'The ranges over the seeds overlap: the difference may be chance.' : '';
}

/** A sentence about two mechanisms whose effects do not add up. */
export interface PairLine {
  key: string;
  text: string;
  /** The combination in which both are on. */
  point: number | null;
}

/**
 * Returns the pairs of factors whose joint effect differs from the sum of their separate effects, and the pairs in
 * which one factor requires the other.
 */
export function pairLines(result: StudyResult, measure: Measure): PairLine[] {
  const ablation = result.ablation[measure.name];
  if (!ablation) {
    return [];
  }
  const names = result.factors;
  const unit = unitOf(measure);
  const scale = Math.max(
    Math.abs(ablation.all - ablation.none),
    ...ablation.shares.map((it) => Math.abs(it.shapley)),
  );
  const notable = (value: number) => value !== 0 && Math.abs(value) >= NOTABLE * scale;
  const lines = ablation.pairs.flatMap(({ one, other, interaction }) =>
    notable(interaction)
      ? [
          {
            size: Math.abs(interaction),
            text: `${listOf([names[one] ?? '', names[other] ?? ''])}: together ${formatDifference(interaction, unit)} in addition to their separate effects`,
            on: [one, other],
          },
        ]
      : [],
  );
  for (const { one, other, both, single } of dependent(result, measure, ablation.none)) {
    if (notable(both - single)) {
      const [name, needed] = [names[one] ?? '', names[other] ?? ''];
      lines.push({
        size: Math.abs(both - single),
        text: `${name} cannot be on without ${needed}: both ${formatDifference(both, unit)}, ${needed} alone ${formatDifference(single, unit)}`,
        on: [one, other],
      });
    }
  }
  lines.sort((one, other) => other.size - one.size);
  return lines.map(({ text, on }) => ({
    key: on.join('-'),
    text,
    point: pointWith(result.points, on),
  }));
}

/**
 * Returns the pairs in which only one mechanism can be on without the other, with the effect of both and of that one.
 */
function dependent(result: StudyResult, measure: Measure, none: number) {
  const effect = (on: readonly number[]) => {
    const at = pointWith(result.points, on);
    const spread = at === null ? undefined : result.points[at]?.spread[measure.name];
    return spread ? spread.median - none : null;
  };
  const all = result.factors.map((_, at) => at);
  const alone = all.map((at) => (pointWith(result.points, [at]) === null ? null : effect([at])));
  return all.flatMap((one) =>
    all.flatMap((other) => {
      const [both, single] = [effect([one, other]), alone[other] ?? null];
      return one !== other &&
        pointWith(result.points, [one]) === null &&
        both !== null &&
        single !== null
        ? [{ one, other, both, single }]
        : [];
    }),
  );
}
