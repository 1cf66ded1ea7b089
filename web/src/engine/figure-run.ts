/** A short run of one machine with samples at equal intervals, for a figure in an article. */
import type { Engine } from './wasm.ts';
import type { Description } from './types.ts';

/** A run to carry out. */
export interface FigureTask {
  /** The document of one lane, validated by the documents module. */
  document: string;
  untilNs: number;
  /** Number of samples up to `untilNs`, in addition to the one at the start. */
  points: number;
}

export interface FigureRun {
  sample: Description['sample'];
  /** Virtual time of each row, nanoseconds. There are fewer rows if the workload ends earlier. */
  times: Float64Array;
  /** The rows one after another: each a sample, with its values in the order of `sample`. */
  rows: Float64Array;
  /** Whether the workload ended by `untilNs`. */
  finished: boolean;
}

/** Maximum number of events per call of the engine. */
const EVENTS = 1_000_000;

/** Runs a machine until the task's time; throws the problems of an invalid document. */
export function runFigure(engine: Engine, { document, untilNs, points }: FigureTask): FigureRun {
  const machine = engine.newMachine(document);
  try {
    const { sample } = JSON.parse(machine.describe()) as Description;
    const times = [0];
    const rows = [machine.sample()];
    for (let point = 1; point <= points && !machine.finished(); point += 1) {
      const ns = Math.round((untilNs * point) / points);
      while (machine.now_ns() < ns && !machine.finished()) {
        machine.run(ns, EVENTS);
      }
      times.push(machine.now_ns());
      rows.push(machine.sample());
    }
    const all = new Float64Array(rows.length * sample.length);
    rows.forEach((row, at) => all.set(row.subarray(0, sample.length), at * sample.length));
    return { sample, times: Float64Array.from(times), rows: all, finished: machine.finished() };
  } finally {
    machine.free();
  }
}
