/** Studies, and a desk on the engine itself, for tests. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PlannedRun, initSync } from '../../engine/pkg/runs.js';
import type { KeptRun } from './desk/kept-runs.ts';
import { Desk, type RunStore } from './desk/desk.ts';
import type { StudyJob } from './desk/protocol.ts';

const root = join(import.meta.dirname, '../../../..');

/** Makes the engine ready. */
export function startEngine(): void {
  initSync({ module: readFileSync(join(root, 'web/src/engine/pkg/runs_bg.wasm')) });
}

/** A study of tiny runs: two combinations with two seeds in both lanes are eight runs. */
export const SMALL = {
  version: 1,
  title: 'A small study',
  base: { gallery: 'teaching-machine' },
  factors: [{ vary: 'field', path: 'vm.dirty_ratio', values: [30, 50] }],
  design: { kind: 'grid' },
  measures: ['elapsed_seconds', 'ratio:counter:allocstall'],
  seeds: 2,
};

/** Keeps runs as long as the test. */
export class MemoryRuns implements RunStore {
  readonly runs = new Map<string, KeptRun>();

  get(keys: readonly string[]): Promise<(KeptRun | undefined)[]> {
    return Promise.resolve(keys.map((key) => this.runs.get(key)));
  }

  put(key: string, run: KeptRun): Promise<void> {
    this.runs.set(key, run);
    return Promise.resolve();
  }
}

/** Carries a run out as its worker does. */
export function carryOut({ document, measures }: StudyJob): string {
  const run = new PlannedRun(document);
  while (!run.run(1_000_000));
  const result = run.result([...measures]);
  run.free();
  return result;
}

/** A desk with an open study, and all its runs done. */
export async function deskWithRuns(kept: RunStore = new MemoryRuns()): Promise<Desk> {
  const desk = new Desk(kept);
  await desk.answer('open', { document: JSON.stringify(SMALL) });
  for (const job of await desk.answer('jobs', { after: -1, most: 100 })) {
    await desk.answer('keep', { job, result: carryOut(job), ms: 10 });
  }
  return desk;
}

/** What the command line writes for a study; null where it is not built. */
export function commandLine(format: 'json' | 'csv'): string | null {
  const built = ['debug', 'trials', 'release'].map((profile) =>
    join(root, 'engine-wasm/target', profile, 'reclaim'),
  );
  const command = built.find((path) => existsSync(path));
  const input = JSON.stringify(SMALL);
  const args = ['study', '-', '--format', format];
  return command === undefined ? null : execFileSync(command, args, { input }).toString();
}
