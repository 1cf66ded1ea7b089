/** A module of WebAssembly: compiled once, instantiated by each worker that needs it. */
import wasmUrl from './pkg/reclaim_bg.wasm?url';

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
