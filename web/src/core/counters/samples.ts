/** The samples of both lanes over the run, as tables for programs. */
import { csvText, type Field } from '../../base/csv.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';
import { vmstatName, type LaneSamples, type Origin, type PairSamples } from './rows.ts';

/** Times and samples: what history keeps, and now. */
function samplesOf({ history, now, nowNs }: LaneSamples): [ns: number, sample: Float64Array][] {
  const rows = Array.from({ length: history.length }, (_, row): [number, Float64Array] => [
    history.time(row),
    history.row(row),
  ]);
  const last = rows.at(-1);
  return last && last[0] >= nowNs ? rows : [...rows, [nowNs, now]];
}

/** One value a line: lane, time, name, value. */
export function samplesCsv(pair: PairSamples): string {
  const lines: Field[][] = [['lane', 'seconds', 'name', 'value']];
  for (const lane of LANES) {
    const names = pair[lane].description.sample.map(vmstatName);
    for (const [ns, sample] of samplesOf(pair[lane])) {
      names.forEach((name, position) => lines.push([lane, ns / 1e9, name, sample[position]]));
    }
  }
  return csvText(lines);
}

/** Everything in one document: what ran, what it came to, and the digests that prove it is the same run. */
export function samplesJson(
  origin: Origin,
  pair: PairSamples,
  digests: Record<LaneId, string | null>,
): string {
  const laneOf = (lane: LaneId) => ({
    kernel: origin.kernels[lane],
    now_ns: pair[lane].nowNs,
    digest: digests[lane],
    columns: pair[lane].description.sample.map((column) => ({
      name: vmstatName(column),
      zone: column.zone,
      kind: column.kind,
    })),
    samples: samplesOf(pair[lane]).map(([ns, sample]) => ({ at_ns: ns, values: [...sample] })),
  });
  return `${JSON.stringify({
    engine: `Reclaim Lab ${origin.engineVersion}`,
    link: origin.link,
    scenario: origin.scenario,
    lanes: { a: laneOf('a'), b: laneOf('b') },
  })}\n`;
}
