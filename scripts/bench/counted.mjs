// Instructions per page-cycle as WebAssembly. The number depends only on the compiler, so it is the same on every
// computer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../lib/paths.mjs';
import { counting, countersOf } from '../steps/counting.mjs';
import { measureWindows } from './windows.mjs';

/** Page-cycles per window: so few that every gallery scenario runs at least this many after its first reclaim. */
const PAGES = 20_000;

/** Reads a scenario of the gallery. @param {string} id @returns {any} */
export function galleryScenario(id) {
  return JSON.parse(readFileSync(join(root, `public/gallery/${id}.json`), 'utf8'));
}

/**
 * Loads the engine that `buildCounting` made; returns its `Machine`, and a function that reads the instruction
 * counters, one per function of the engine.
 */
async function countingEngine() {
  /** @type {typeof import('../../web/src/engine/pkg/reclaim.js')} */
  const { initSync, Machine } = await import(pathToFileURL(counting.bindings).href);
  /** @type {any} */
  const exports = initSync({ module: readFileSync(counting.module) });
  return { Machine, read: () => countersOf(exports) };
}

/** @param {readonly (readonly [string, bigint])[]} counters */
function sum(counters) {
  return Number(counters.reduce((all, [, value]) => all + value, 0n));
}

/** Virtual time in which a window is full even on a very small machine, milliseconds. */
const LONG_ENOUGH = 100_000;

/**
 * Returns a function that counts the instructions per page-cycle of a scenario: NaN if its programs end before one
 * window is full.
 */
export async function instructionCounter() {
  const { Machine, read } = await countingEngine();
  return (/** @type {{ until_ms: number }} */ scenario) => {
    const until_ms = Math.max(scenario.until_ms, LONG_ENOUGH);
    const machine = new Machine(JSON.stringify({ ...scenario, until_ms }));
    const meter = () => sum(read());
    const { costs } = measureWindows(machine, { windows: 1, pages: PAGES, meter });
    machine.free();
    return costs[0] ?? NaN;
  };
}

/**
 * Number of events to count, and the virtual time at which the count starts, nanoseconds; by then the programs have
 * started.
 */
const EVENTS = 50_000;
const START_NS = 2e9;

/** Returns a function that counts the instructions per event of a scenario. */
export async function eventCounter() {
  const { Machine, read } = await countingEngine();
  return (/** @type {object} */ scenario) => {
    const machine = new Machine(JSON.stringify(scenario));
    while (machine.run(START_NS, EVENTS) === 1);
    const [events, before] = [machine.count(0), sum(read())];
    machine.run(Number.MAX_SAFE_INTEGER, EVENTS);
    const cost = (sum(read()) - before) / (machine.count(0) - events);
    machine.free();
    return cost;
  };
}

/**
 * Instructions per page-cycle by function, most expensive first.
 * @param {object} scenario
 */
export async function profileOf(scenario) {
  const { Machine, read } = await countingEngine();
  /** @type {ReturnType<typeof read>[]} */
  const readings = [];
  const meter = () => sum(readings[readings.push(read()) - 1] ?? []);
  const machine = new Machine(JSON.stringify(scenario));
  const { costs } = measureWindows(machine, { windows: 1, pages: PAGES, meter });
  machine.free();
  const [before = [], after = []] = readings;
  const spent = after.map(([name, value], at) => ({
    name: name.replace(/::h[0-9a-f]{16}$/, ''),
    instructions: Number(value - (before[at]?.[1] ?? 0n)),
  }));
  const all = spent.reduce((all, { instructions }) => all + instructions, 0);
  const total = costs[0] ?? NaN;
  const functions = spent
    .map(({ name, instructions }) => ({ name, instructions: (instructions / all) * total }))
    .toSorted((one, other) => other.instructions - one.instructions);
  return { total, functions };
}
