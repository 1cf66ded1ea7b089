/**
 * Validates and links the documents that users type, paste, open or link to, with a separate WebAssembly module, which
 * is loaded on demand.
 */
import type * as bindings from './pkg/documents.js';
import wasmUrl from './pkg/documents_bg.wasm?url';
import { checked } from './problems.ts';
import type { CheckResult, DecodeResult } from './types.ts';

/** Functions of the documents module. */
export interface Documents {
  /** Whether a text is a scenario that can run, and all its problems. */
  check: (json: string) => CheckResult;
  /** Returns the link to a scenario and a view of it; throws the problems if there can be no link. */
  encodeLink: (scenarioJson: string, viewJson: string) => string;
  decodeLink: (text: string) => DecodeResult;
}

type Bindings = typeof bindings;

let loading: Promise<Documents> | null = null;

/** Loads the module at the first call; a call after a failure tries again. */
export function loadDocuments(): Promise<Documents> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Checks whether a text is a scenario that can run; if the module cannot be loaded, returns this as the problem. */
export async function checkText(json: string): Promise<CheckResult> {
  const documents = await loadDocuments().catch(() => null);
  if (!documents) {
    const problem = 'The code that checks documents could not be loaded from the server';
    return { problems: [{ field: '', problem, fix: 'Try again when the server can be reached' }] };
  }
  return checked(documents.check, json);
}

async function load(): Promise<Documents> {
  const loaded = await import('./pkg/documents.js');
  await loaded.default({ module_or_path: wasmUrl });
  return documentsOf(loaded);
}

/** Returns the functions of the module, given its initialized bindings. */
export function documentsOf({ check, decode_link, encode_link }: Bindings): Documents {
  return {
    check: (json) => JSON.parse(check(json)) as CheckResult,
    encodeLink: (scenarioJson, viewJson) => encode_link(scenarioJson, viewJson),
    decodeLink: (text) => JSON.parse(decode_link(text)) as DecodeResult,
  };
}
