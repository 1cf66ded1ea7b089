import type { Page } from '@playwright/test';

/** A module whose only function traps. */
const TRAP = [
  [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0],
  [7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11],
].flat();

/** Code before a lane worker's script: on a broadcast message, the engine traps or WebGL loses its context. */
const BREAKABLE = `{
  const { Instance, Module } = WebAssembly;
  const { t } = new Instance(new Module(Uint8Array.of(${TRAP.join()}))).exports;
  const state = (globalThis.breaking = { trap: false, trapAtNs: Infinity, gl: [] });
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const machine_run = (machine, untilNs, events) => {
      const answer = state.trap || exports.machine_run(machine, Math.min(untilNs, state.trapAtNs), events);
      const reached = answer === 0;
      return state.trap || (reached && untilNs > state.trapAtNs) ? t() : answer;
    };
    return { exports: { ...exports, machine_run } };
  };
  const { getContext } = OffscreenCanvas.prototype;
  OffscreenCanvas.prototype.getContext = function (...args) {
    const context = getContext.apply(this, args);
    if (args[0] === 'webgl2' && context) state.gl.push(context.getExtension('WEBGL_lose_context'));
    return context;
  };
  new BroadcastChannel('break').onmessage = ({ data }) => {
    if (data === 'trap ' + self.name) state.trap = true;
    if (data === 'lose') state.gl.forEach((gl) => gl.loseContext());
    if (data === 'restore') state.gl.forEach((gl) => gl.restoreContext());
  };
}`;

/**
 * Makes the workers of both lanes breakable. Workers are named in the order in which they start: "0" for A, "1" for B.
 * The interval timers of the page run ten times as often, so that it notices a silent worker sooner.
 */
export async function makeBreakable(page: Page, more = ''): Promise<void> {
  await page.addInitScript(() => {
    const started: { worker: Worker; address: string }[] = [];
    Reflect.set(window, 'started', started);
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, { ...options, name: String(started.length) });
        started.push({ worker: this, address: String(address) });
      }
    };
    const setInterval = window.setInterval.bind(window);
    const often = (work: () => void, ms: number) => setInterval(work, ms / 10);
    window.setInterval = often as typeof window.setInterval;
  });
  await page.route('**/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: BREAKABLE + more + (await response.text()) });
  });
}

/** Slow motion uses an engine in the page itself. Returns a function that makes this engine trap at its next step. */
export async function makePageTrap(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript((trap: number[]) => {
    const { Instance, Module } = WebAssembly;
    const { t } = new Instance(new Module(Uint8Array.from(trap))).exports as { t: () => never };
    const breakable = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
      const exports = { ...new Instance(module, imports).exports };
      const step = exports['machine_step'] as ((...given: unknown[]) => unknown) | undefined;
      exports['machine_step'] = (...given: unknown[]) =>
        Reflect.has(window, 'traps') ? t() : step?.(...given);
      return { exports };
    };
    Reflect.set(WebAssembly, 'Instance', breakable);
  }, TRAP);
  return () => page.evaluate(() => void Reflect.set(window, 'traps', true));
}

/** Sends a command to all workers: "trap 1" (worker 1 traps), "lose" or "restore" (the WebGL contexts). */
export async function tellWorkers(page: Page, what: string): Promise<void> {
  await page.evaluate((word) => {
    const channel = new BroadcastChannel('break');
    channel.postMessage(word);
    channel.close();
  }, what);
}

/** Terminates a worker by its number, as a browser does when it runs out of memory: the page gets no event. */
export async function killWorker(page: Page, name: number): Promise<void> {
  await page.evaluate((at) => {
    (Reflect.get(window, 'started') as { worker: Worker }[])[at]?.worker.terminate();
  }, name);
}

/** Waits until a worker runs this script, then terminates all workers that run it. */
export async function killWorkersOf(page: Page, script: string): Promise<void> {
  await page.waitForFunction((part) => {
    const started = Reflect.get(window, 'started') as { worker: Worker; address: string }[];
    const found = started.filter(({ address }) => address.includes(part));
    found.forEach(({ worker }) => worker.terminate());
    return found.length > 0;
  }, script);
}

/** Returns the module with its memory limited to this many pages of 64 KiB. */
export function withMemoryLimit(module: Buffer, pages: number): Buffer {
  // After the magic number and the version come the sections: section id, length, contents.
  let at = 8;
  while (at < module.length) {
    const section = module[at];
    const [length, begin] = leb(module, at + 1);
    if (section === 5) {
      const [least] = leb(module, begin + 2);
      const body = [1, 1, ...lebOf(least), ...lebOf(pages)];
      const rest = module.subarray(begin + length);
      return Buffer.concat([module.subarray(0, at), Buffer.from([5, body.length, ...body]), rest]);
    }
    at = begin + length;
  }
  throw new Error('The module has no memory of its own');
}

/** Decodes a LEB128 number; also returns the offset of the byte after it. */
function leb(bytes: Buffer, from: number): [value: number, end: number] {
  let value = 0;
  for (let at = from; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * 2 ** (7 * (at - from));
    if (byte < 128) {
      return [value, at + 1];
    }
  }
}

function lebOf(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...lebOf(value >>> 7)];
}
