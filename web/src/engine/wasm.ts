/** The engine's module: compiled once, instantiated on the page and in each lane's worker. */
import { admit, engine_version, initSync } from './pkg/reclaim.js';
import wasmUrl from './pkg/reclaim_bg.wasm?url';
import type { CheckResult } from './types.ts';

/** Downloads and compiles the engine. */
export async function compileEngine(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) {
    throw new Error(`The engine could not be loaded (${response.status} ${response.statusText})`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What the page itself asks the engine; what runs has instances of its own. */
export interface Admission {
  version: string;
  /** Whether a document of the page's own can run; what people typed goes to `Documents.check`. */
  admit: (json: string) => CheckResult;
}

/** The page's instance of a compiled engine. */
export function admission(module: WebAssembly.Module): Admission {
  initSync({ module });
  return {
    version: engine_version(),
    admit: (json) => JSON.parse(admit(json)) as CheckResult,
  };
}
