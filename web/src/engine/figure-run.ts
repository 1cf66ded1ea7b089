/** A short run of one machine with its samples at even steps: what a figure in an article is drawn from. */
import type { Engine } from './wasm.ts';
import type { Description } from './types.ts';

/** What is asked for. */
export interface FigureTask {
  /** The document of one lane, as the module of documents validated it. */
  document: string;
  untilNs: number;
  /** Samples over that time, beside the one of the start. */
  points: number;
}

/** What came of it. */
export interface FigureRun {
  sample: Description['sample'];
  /** Virtual time of each row, nanoseconds. A workload that ends early ends the rows. */
  times: Float64Array;
  /** Rows of samples, one after the other, each in the order of `sample`. */
  rows: Float64Array;
  /** Whether the workload was done by the end. */
  finished: boolean;
}

/** Events between two looks at the clock of the machine. */
const EVENTS = 1_000_000;

/** Runs the machine to the end of the task; throws the problems of a document that no machine can be made of. */
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
