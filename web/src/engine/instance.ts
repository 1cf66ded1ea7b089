/** A thread's instance of the engine. */
import type * as bindings from './pkg/reclaim.js';
import type { Machine } from './types.ts';

/** What an instance of the engine offers. */
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
