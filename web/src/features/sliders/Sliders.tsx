/** What people want to turn first: RAM, the dirty limit, how many write. */
import { useState, type ReactElement } from 'react';

import { formatCount } from '../../base/format.ts';
import { refuse } from '../../core/lab/intake.ts';
import { revise } from '../../core/lab/revise.ts';
import { useLab } from '../../core/lab/store.ts';
import { dirtyRatioOf } from '../../core/machine/dirty.ts';
import { leastPages, PAGES_MAX, scaledPages, withPages } from '../../core/machine/ram.ts';
import { sharedKb, withWriters, writersOf } from '../../core/machine/writers.ts';
import type { Scenario } from '../../engine/types.ts';
import { ValueSlider } from './ValueSlider.tsx';
import { pagesText, ramSteps } from './ram-steps.ts';

/** Writers up to here, and twice as many as there are. */
const WRITERS = 16;
const TASKS_MAX = 1024;

/** The three, for the scenario that runs. */
export function Sliders(): ReactElement | null {
  const scenario = useLab((state) => state.scenario);
  const openings = useLab((state) => state.openings);
  return scenario && <Three key={openings} scenario={scenario} />;
}

async function change(scenario: Scenario, what: string): Promise<void> {
  const problems = await revise(scenario, what);
  if (problems && problems.length > 0) {
    refuse(problems);
  }
}

function Three({ scenario }: { scenario: Scenario }): ReactElement {
  return (
    <>
      <RamSlider scenario={scenario} />
      <DirtySlider scenario={scenario} />
      <WritersSlider scenario={scenario} />
    </>
  );
}

function RamSlider({ scenario }: { scenario: Scenario }): ReactElement {
  const pages = scaledPages(scenario);
  const [opened] = useState(pages);
  const { machine, scale = 1 } = scenario;
  const least = Math.ceil(leastPages(scenario) / scale);
  const steps = ramSteps({ pages, opened, least, most: Math.floor(PAGES_MAX / scale) });
  return (
    <ValueSlider
      label="RAM"
      about="Memory of both machines. The zones follow."
      min={0}
      max={steps.length - 1}
      value={steps.indexOf(pages)}
      textOf={(step) => pagesText(steps[step] ?? pages)}
      onChange={(step) => {
        const to = steps[step] ?? pages;
        const what = `RAM ${pagesText(pages)} to ${pagesText(to)}`;
        void change({ ...scenario, machine: withPages(machine, to * scale) }, what);
      }}
    />
  );
}

function DirtySlider({ scenario }: { scenario: Scenario }): ReactElement {
  const { percent, own } = dirtyRatioOf(scenario);
  const inBytes = (scenario.vm?.dirty_bytes ?? null) !== null;
  return (
    <ValueSlider
      label="dirty_ratio"
      about="Share of memory that may be dirty before the kernel makes writers wait (vm.dirty_ratio)."
      min={1}
      max={100}
      value={percent}
      textOf={(to) => `${to} %`}
      note={own ? '' : 'default'}
      blocked={inBytes ? 'This scenario sets dirty_bytes instead of dirty_ratio.' : null}
      onChange={(to) => {
        const vm: NonNullable<Scenario['vm']> = { ...scenario.vm, dirty_ratio: to };
        void change({ ...scenario, vm }, `dirty_ratio ${percent} % to ${to} %`);
      }}
    />
  );
}

function WritersSlider({ scenario }: { scenario: Scenario }): ReactElement {
  const writers = writersOf(scenario);
  const count = writers?.count ?? 1;
  const kb = sharedKb(scenario);
  const [opened] = useState(kb);
  // What rounding to whole pages has taken away comes back.
  const whole = Math.abs(opened - kb) <= 4 * count ? opened : kb;
  const data = writers?.shared ? 'Together they write as much as before.' : 'Each brings its data.';
  return (
    <ValueSlider
      label="Writers"
      about={`Tasks of ${writers?.name ?? 'the workload'} that write at the same time. ${data}`}
      min={1}
      max={Math.min(TASKS_MAX, Math.max(WRITERS, 2 * count))}
      value={count}
      textOf={formatCount}
      blocked={writers ? null : 'No program of this scenario writes to files.'}
      onChange={(to) => {
        const what = `writers ${formatCount(count)} to ${formatCount(to)}`;
        void change(withWriters(scenario, to, whole), what);
      }}
    />
  );
}
