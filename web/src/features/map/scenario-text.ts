/** A scenario in words. */
import type { Scenario } from '../../engine/types.ts';

type ProgramName = Scenario['workload'][number]['run']['program'];

const VERBS: Partial<Record<ProgramName, string>> = {
  write_file: 'written',
  fs_mark: 'written',
  simple_writeback: 'written',
  read_file: 'read',
  read_round_robin: 'read',
  read_zipf: 'read',
  anon_hog: 'touched',
  mmap_stream: 'written',
  pty_writer: 'printed',
  kernel_build: 'made',
  take_blocks: 'taken',
};

/** Programs that live beside the workload and move no data of their own. */
const BESIDE: ReadonlySet<ProgramName> = new Set(['userland', 'desktop']);

/** What the workload has done with its bytes; one word for a mixture. */
export function doneVerb(scenario: Scenario | null): string {
  const moving = scenario?.workload.filter(({ run }) => !BESIDE.has(run.program));
  const verbs = new Set(moving?.map(({ run }) => VERBS[run.program] ?? 'done'));
  const [verb = 'done'] = verbs;
  return verbs.size === 1 ? verb : 'done';
}
