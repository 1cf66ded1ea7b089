/** Describes in words what a machine is doing, from two of its samples. */
import { formatMebibytes, formatSeconds } from '../../base/format.ts';
import type { FigureName } from '../../engine/types.ts';
import type { SampleIndex } from './history.ts';
import { dirtyShareOf } from './metrics.ts';

/** Tone of a headline, which determines its colour. */
type Tone = 'good' | 'bad' | 'warn' | 'neutral';

/** A headline about a lane. */
export interface Headline {
  text: string;
  tone: Tone;
}

/** Input of `headlineOf`. */
export interface HeadlineInput {
  index: SampleIndex;
  /** The current sample, and one from shortly before in virtual time. */
  now: Float64Array;
  before: Float64Array;
  nowNs: number;
  zones: readonly string[];
  /** Name of the task that writes. */
  writer: string;
  finished: boolean;
}

/** Writers count as throttled if dirty memory reaches this share of the dirty threshold. */
const NEAR_LIMIT = 0.93;

/** Dirty share of a zone, in percent, above which most pages that reclaim scans are dirty. */
const MOSTLY_DIRTY = 50;
/** Writing counts as rare if reclaim scans at least this many pages per page that it writes. */
const FEW_WRITES = 50;

/** Returns the headline for the current state. */
export function headlineOf(input: HeadlineInput): Headline {
  const { index, now, before, nowNs, finished } = input;
  const rise = (name: FigureName, zone: string | null = null) =>
    index.value(now, name, zone) - index.value(before, name, zone);
  if (finished) {
    const bytes = index.value(now, 'bytes_done');
    const copied = bytes > 0 ? `${formatMebibytes(bytes)} in ` : 'after ';
    return { text: `Done: ${copied}${formatSeconds(nowNs)}`, tone: 'neutral' };
  }
  const scannedByKswapd = rise('pgscan_kswapd');
  const scannedDirectly = rise('pgscan_direct');
  const stolen = rise('pgsteal');
  const written = rise('nr_vmscan_write');
  const scanned = scannedByKswapd + scannedDirectly;
  if (written > 0) {
    return writesFromReclaim(input, rise, scannedDirectly > scannedByKswapd, scanned / written);
  }
  const soiled = input.zones.find((zone) => dirtyShareOf(index, now, zone) > MOSTLY_DIRTY);
  if (soiled !== undefined && scanned > 0) {
    return { text: `More than half of the ${soiled} zone is dirty`, tone: 'warn' };
  }
  if (rise('allocstall') > 0) {
    return { text: 'Writers are in direct reclaim', tone: 'warn' };
  }
  if (scanned > 0) {
    if (stolen * 2 < scanned) {
      return { text: 'kswapd scans many pages and frees few', tone: 'warn' };
    }
    return { text: 'Reclaim finds clean pages', tone: 'good' };
  }
  const reclaimedBefore = index.value(now, 'pgscan_kswapd') + index.value(now, 'pgscan_direct') > 0;
  if (isThrottled(index, now)) {
    return { text: `${input.writer} is throttled at the dirty limit`, tone: 'neutral' };
  }
  return reclaimedBefore
    ? { text: 'Free memory is above the high watermark', tone: 'neutral' }
    : { text: 'Memory is filling, no reclaim yet', tone: 'neutral' };
}

function writesFromReclaim(
  { zones }: HeadlineInput,
  rise: (name: FigureName, zone: string | null) => number,
  direct: boolean,
  scannedPerWrite: number,
): Headline {
  let worst: string | null = null;
  let most = 0;
  for (const zone of zones) {
    const written = rise('nr_vmscan_write', zone);
    if (written > most) {
      most = written;
      worst = zone;
    }
  }
  const from = worst === null ? '' : ` from the ${worst} zone`;
  const who = direct ? 'Direct reclaim' : 'kswapd';
  if (scannedPerWrite >= FEW_WRITES) {
    return { text: `${who} writes a few pages${from}`, tone: 'warn' };
  }
  return { text: `${who} is writing single pages${from}`, tone: 'bad' };
}

function isThrottled(index: SampleIndex, sample: Float64Array): boolean {
  const threshold = index.value(sample, 'nr_dirty_threshold');
  const dirty = index.value(sample, 'nr_dirty') + index.value(sample, 'nr_writeback');
  return threshold > 0 && dirty >= threshold * NEAR_LIMIT;
}
