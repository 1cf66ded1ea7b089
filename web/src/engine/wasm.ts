/** A module of WebAssembly: compiled once, instantiated by each worker that needs it. */
import wasmUrl from './pkg/reclaim_bg.wasm?url';

/** Downloads and compiles the engine. */
export function compileEngine(): Promise<WebAssembly.Module> {
  return compile(wasmUrl);
}

/** Downloads and compiles a module. */
export async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`The engine could not be loaded (${response.status} ${response.statusText})`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
