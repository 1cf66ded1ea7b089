/** A scenario in words. */
import type { Catalogue, Scenario } from '../engine/types.ts';
import { laneSetting, laneTitle } from './lanes.ts';

type ProgramName = Scenario['workload'][number]['run']['program'];

const VERBS: Record<ProgramName, string> = {
  write_file: 'written',
  fs_mark: 'written',
  simple_writeback: 'written',
  read_file: 'read',
  read_round_robin: 'read',
  read_zipf: 'read',
  anon_hog: 'touched',
  mmap_stream: 'written',
  iozone: 'done',
  desktop: 'done',
  pty_writer: 'printed',
  kernel_build: 'made',
  take_blocks: 'taken',
};

/** What the workload has done with its bytes; one word for a mixture. */
export function doneVerb(scenario: Scenario | null): string {
  const verbs = new Set(scenario?.workload.map(({ run }) => VERBS[run.program]));
  const [verb = 'done'] = verbs;
  return verbs.size === 1 ? verb : 'done';
}

/** The two kernels that a scenario compares. */
export function kernelsOf(catalogue: Catalogue, scenario: Scenario): string {
  const [a, b] = (['a', 'b'] as const).map((lane) =>
    laneTitle(catalogue, laneSetting(scenario, lane), 0),
  );
  return a === b ? `${a} in both lanes` : `${a} against ${b}`;
}
