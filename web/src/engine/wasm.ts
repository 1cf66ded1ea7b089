/** The WebAssembly module: compiled once, instantiated by each worker that needs it. */
import type * as bindings from './pkg/reclaim.js';
import wasmUrl from './pkg/reclaim_bg.wasm?url';
import type { Machine } from './types.ts';

let ahead: Promise<WebAssembly.Module> | null = null;

/** Starts to download and compile the engine before the page's components are loaded. */
export function compileAhead(): void {
  ahead = compile(wasmUrl);
  // Ignore errors here: `compileEngine` reports them.
  ahead.catch(() => undefined);
}

/** Downloads and compiles the engine; the first call takes the result of `compileAhead`. */
export function compileEngine(): Promise<WebAssembly.Module> {
  const started = ahead;
  ahead = null;
  return started ?? compile(wasmUrl);
}

/** Downloads and compiles a module. */
export async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`The engine could not be loaded (${response.status} ${response.statusText})`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A thread's instance of the engine. */
export interface Engine {
  newMachine: (scenarioJson: string) => Machine;
  /** Returns the engine's current memory. It may grow, so do not store it. */
  memory: () => ArrayBuffer;
  /**
   * Whether much more memory is available: an engine that traps does not say whether the cause was a lack of memory.
   */
  hasRoom: () => boolean;
}

/** The part of the generated bindings that an engine needs. */
type Bindings = Pick<typeof bindings, 'initSync' | 'Machine'>;

/** An engine counts as short of memory if fewer than this many pages of 64 KiB are available: 64 MiB. */
const ROOM_PAGES = 1024;

/** Creates an instance of the engine for these bindings. */
export function instantiate({ initSync, Machine }: Bindings, module: WebAssembly.Module): Engine {
  const { memory } = initSync({ module });
  return {
    newMachine: (scenarioJson) => new Machine(scenarioJson),
    memory: () => memory.buffer,
    hasRoom: () => {
      try {
        return memory.grow(ROOM_PAGES) > 0;
      } catch {
        return false;
      }
    },
  };
}
