/** Documents that people type, paste, open or link to: a module of its own, fetched once somebody needs it. */
import type * as bindings from './pkg/documents.js';
import wasmUrl from './pkg/documents_bg.wasm?url';
import { checked } from './problems.ts';
import type { CheckResult, DecodeResult } from './types.ts';

/** What can be done with documents. */
export interface Documents {
  /** Whether a text is a scenario that can run, and all that is wrong with it. */
  check: (json: string) => CheckResult;
  /** The link to a scenario and a view of it; throws the problems where there is none. */
  encodeLink: (scenarioJson: string, viewJson: string) => string;
  decodeLink: (text: string) => DecodeResult;
}

type Bindings = typeof bindings;

let loading: Promise<Documents> | null = null;

/** The module, fetched at the first call; a call after a failure tries again. */
export function loadDocuments(): Promise<Documents> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Whether a text is a scenario that can run; where nobody can say so, that is what is wrong. */
export async function checkText(json: string): Promise<CheckResult> {
  const documents = await loadDocuments().catch(() => null);
  if (!documents) {
    const problem = 'The code for documents could not be fetched from the server';
    return { problems: [{ field: '', problem, fix: 'Try again when it can be reached' }] };
  }
  return checked(documents.check, json);
}

async function load(): Promise<Documents> {
  const loaded = await import('./pkg/documents.js');
  await loaded.default({ module_or_path: wasmUrl });
  return documentsOf(loaded);
}

/** What the bindings offer, once their module is there. */
export function documentsOf({ check, decode_link, encode_link }: Bindings): Documents {
  return {
    check: (json) => JSON.parse(check(json)) as CheckResult,
    encodeLink: (scenarioJson, viewJson) => encode_link(scenarioJson, viewJson),
    decodeLink: (text) => JSON.parse(decode_link(text)) as DecodeResult,
  };
}
