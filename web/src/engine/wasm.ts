/** The engine's module: compiled once, instantiated on the page and in each lane's worker. */
import { Machine as WasmMachine, admit, engine_version, initSync } from './pkg/reclaim.js';
import wasmUrl from './pkg/reclaim_bg.wasm?url';
import type { CheckResult, Machine } from './types.ts';

/** Downloads and compiles the engine. */
export async function compileEngine(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) {
    throw new Error(`The engine could not be loaded (${response.status} ${response.statusText})`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What an instance of the engine offers. */
export interface Engine {
  version: string;
  /** Whether a document of the page's own can run; what people typed goes to `Documents.check`. */
  admit: (json: string) => CheckResult;
  newMachine: (scenarioJson: string) => Machine;
  /** The engine's memory now; it may grow, so never keep it. */
  memory: () => ArrayBuffer;
  /** Whether the engine could have much more memory: one that traps because it got none says no more than that. */
  hasRoom: () => boolean;
}

/** Pages of 64 KiB that have to be there for an engine not to be short of memory: 64 MiB. */
const ROOM_PAGES = 1024;

/** Makes this thread's instance of a compiled engine. */
export function instantiate(module: WebAssembly.Module): Engine {
  const { memory } = initSync({ module });
  return {
    version: engine_version(),
    admit: (json) => JSON.parse(admit(json)) as CheckResult,
    newMachine: (scenarioJson) => new WasmMachine(scenarioJson),
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
