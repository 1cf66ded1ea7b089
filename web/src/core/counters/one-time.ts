/** Both lanes as they were at one virtual time: while time runs, one of them is ahead. */
import type { LaneSamples, PairSamples } from './rows.ts';

/** A lane, and whether its run is over: what it counted then is what it will have counted later. */
export type RunningSamples = LaneSamples & { finished: boolean };

/** The lanes at the moment that both have reached; a lane that is done stands at its end. */
export function atOneTime(pair: { a: RunningSamples; b: RunningSamples }): PairSamples {
  const open = [pair.a, pair.b].filter(({ finished }) => !finished);
  const ns = Math.min(...open.map(({ nowNs }) => nowNs));
  return { a: samplesAt(pair.a, ns), b: samplesAt(pair.b, ns) };
}

/** A lane at an earlier time, each figure on the line between the samples around it. */
function samplesAt(lane: RunningSamples, ns: number): LaneSamples {
  const { description, history, now, nowNs, finished } = lane;
  const row = history.rowAt(ns);
  if (finished || ns >= nowNs || row < 0) {
    return lane;
  }
  const isLast = row + 1 >= history.length;
  const before = history.row(row);
  const after = isLast ? now : history.row(row + 1);
  const fromNs = history.time(row);
  const toNs = isLast ? nowNs : history.time(row + 1);
  const share = toNs > fromNs ? (ns - fromNs) / (toNs - fromNs) : 0;
  const between = before.map((value, at) =>
    Math.round(value + ((after[at] ?? value) - value) * share),
  );
  return { description, history, now: between, nowNs: ns };
}
