/** The module of WebAssembly that carries out the runs of the Results and Studies pages. */
import runsUrl from '../../engine/pkg/runs_bg.wasm?url';
import { compile } from '../../engine/wasm.ts';

/** What tells one build of the engine from another: its address has a digest in it. */
export const engineBuild: string = runsUrl;

/** Downloads and compiles it. */
export function compileRuns(): Promise<WebAssembly.Module> {
  return compile(runsUrl);
}
