/** A module of WebAssembly: compiled once, instantiated by each worker that needs it. */
import type * as bindings from './pkg/reclaim.js';
import wasmUrl from './pkg/reclaim_bg.wasm?url';
import type { Machine } from './types.ts';

let ahead: Promise<WebAssembly.Module> | null = null;

/** Starts to download and compile the engine before the page's components are loaded. */
export function compileAhead(): void {
  ahead = compile(wasmUrl);
  // Whoever asks for the engine gets the error.
  ahead.catch(() => undefined);
}

/** Downloads and compiles the engine; the first call takes what was started ahead. */
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

/** What a thread's instance of the engine offers. */
export interface Engine {
  newMachine: (scenarioJson: string) => Machine;
  /** The engine's memory now; it may grow, so never keep it. */
  memory: () => ArrayBuffer;
  /** Whether the engine could have much more memory: one that traps because it got none says no more than that. */
  hasRoom: () => boolean;
}

/** Of the generated bindings what an engine needs. */
type Bindings = Pick<typeof bindings, 'initSync' | 'Machine'>;

/** Pages of 64 KiB that have to be there for an engine not to be short of memory: 64 MiB. */
const ROOM_PAGES = 1024;

/** Makes the instance that belongs to some bindings. */
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
