/** The settings that users want to change first: RAM, the dirty limit, and the number of writers. */
import { useState, type ReactElement } from 'react';
import { formatCount, formatNumber } from '../../base/format.ts';
import { refuse, useLab } from '../../core/lab/store.ts';
import {
  leastPages,
  lostZones,
  PAGES_MAX,
  pagesText,
  scaledPages,
  withPages,
  PAGES_OF_MIB,
  dirtyRatioOf,
  sharedKb,
  withWriters,
  writersOf,
} from '../../core/machine.ts';
import { revise } from '../../core/storage/open.ts';
import type { Scenario } from '../../engine/types.ts';
import { ValueSlider } from './ValueSlider.tsx';

/** The slider goes up to this number of writers, or to twice the current number if that is more. */
const WRITERS = 16;
const TASKS_MAX = 1024;

/** Renders the three sliders for the current scenario. `onVary` compares many values of dirty_ratio. */
export function Sliders({ onVary }: { onVary: () => void }): ReactElement | null {
  const scenario = useLab((state) => state.scenario);
  const openings = useLab((state) => state.openings);
  return scenario && <Three key={openings} scenario={scenario} onVary={onVary} />;
}

async function change(scenario: Scenario, what: string): Promise<boolean> {
  const problems = await revise(scenario, what);
  if (problems && problems.length > 0) {
    refuse(problems);
    return false;
  }
  return true;
}

interface ThreeProps {
  scenario: Scenario;
  onVary: () => void;
}

function Three({ scenario, onVary }: ThreeProps): ReactElement {
  return (
    <>
      <RamSlider scenario={scenario} />
      <DirtySlider scenario={scenario} onVary={onVary} />
      <WritersSlider scenario={scenario} />
    </>
  );
}

function RamSlider({ scenario }: { scenario: Scenario }): ReactElement {
  const pages = scaledPages(scenario);
  const [opened] = useState(pages);
  const whole = useLab((state) => state.opened?.machine);
  const { scale = 1 } = scenario;
  const machine = (to: number) => withPages(scenario.machine, to * scale);
  const least = Math.ceil(leastPages(scenario) / scale);
  const steps = ramSteps({ pages, opened, least, most: Math.floor(PAGES_MAX / scale) });
  return (
    <ValueSlider
      label="RAM"
      steps={['Less RAM', 'More RAM']}
      about="Memory of both machines. The zone sizes change with it. Click the value to type another one."
      min={0}
      max={steps.length - 1}
      value={steps.indexOf(pages)}
      textOf={(step) => {
        const to = steps[step] ?? pages;
        return ramText(to, opened, lostZones(whole, machine(to)));
      }}
      exact={exactText(pages)}
      onChange={(step) => {
        const to = steps[step] ?? pages;
        const what = `RAM ${pagesText(pages)} to ${pagesText(to)}`;
        void change({ ...scenario, machine: machine(to) }, what);
      }}
      onType={(text) => {
        const typed = pagesOfText(text, pages >= 1024 * PAGES_OF_MIB ? 'GiB' : 'MiB');
        // The size that the scenario was opened with is shown rounded; the same text leads back to it.
        const shown = pagesText(opened);
        const back = typed !== null && pagesText(typed) === shown && sizeOf(text) === sizeOf(shown);
        const to = back ? opened : typed;
        const most = Math.floor(PAGES_MAX / scale);
        if (to === null) {
          return 'Type a size, such as 900 MiB or 1.8 GiB.';
        }
        if (to < least || to > most) {
          return `Type a size from ${pagesText(least)} to ${pagesText(most)}.`;
        }
        if (to !== pages) {
          const what = `RAM ${pagesText(pages)} to ${pagesText(to)}`;
          void change({ ...scenario, machine: machine(to) }, what);
        }
        return null;
      }}
    />
  );
}

function DirtySlider({ scenario, onVary }: ThreeProps): ReactElement {
  const { percent, own } = dirtyRatioOf(scenario);
  const inBytes = (scenario.vm?.dirty_bytes ?? null) !== null;
  return (
    <ValueSlider
      label="Dirty limit"
      term="dirty_ratio"
      steps={['Lower dirty limit', 'Higher dirty limit']}
      about="Share of memory that may be dirty before the kernel makes writers wait (vm.dirty_ratio)."
      min={1}
      max={100}
      value={percent}
      textOf={(to) => `${to} %`}
      note={own ? '' : 'default'}
      blocked={inBytes ? 'This scenario sets dirty_bytes instead of dirty_ratio.' : null}
      onVary={onVary}
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
  // Restore the original size if it differs only by rounding to whole pages.
  const whole = Math.abs(opened - kb) <= 4 * count ? opened : kb;
  const data = writers?.shared
    ? 'The total amount of data stays the same.'
    : 'Each one adds its own data.';
  return (
    <ValueSlider
      label="Writers"
      steps={['Fewer writers', 'More writers']}
      about={`Tasks of ${writers?.name ?? 'the workload'} that write at the same time. ${data}`}
      min={1}
      max={Math.min(TASKS_MAX, Math.max(WRITERS, 2 * count))}
      value={count}
      // The writers share the data, so the run may hardly change.
      textOf={(to) =>
        to > 1 && whole > 0
          ? `${formatCount(to)}, sharing ${pagesText(whole / KB_OF_PAGE).replace('.0 ', ' ')}`
          : formatCount(to)
      }
      blocked={writers ? null : 'No program of this scenario writes to files.'}
      onChange={(to) => {
        const what = `writers ${formatCount(count)} to ${formatCount(to)}`;
        void change(withWriters(scenario, to, whole), what);
      }}
    />
  );
}

const KB_OF_PAGE = 4;

/** Returns the number of a size with its decimals: “3.7” for “3.7 GiB”. */
const sizeOf = (text: string) => /[\d.]+/.exec(text)?.[0];

/**
 * Returns the pages of a size such as “1.8 GiB”, “900m” or, in the usual unit, “1.8”; null if the text is not a size.
 */
function pagesOfText(text: string, usual: 'GiB' | 'MiB'): number | null {
  const found = /^\s*(\d+(?:[.,]\d+)?)\s*(m|mb|mib|g|gb|gib|)\s*$/i.exec(text);
  const [, number, typed] = found ?? [];
  if (number === undefined) {
    return null;
  }
  const unit = typed === undefined || typed === '' ? usual : typed;
  const mebibytes = Number(number.replace(',', '.')) * (/^g/i.test(unit) ? 1024 : 1);
  return Math.round(mebibytes * PAGES_OF_MIB);
}

/** Usual sizes of RAM, MiB. */
const SIZES = [
  64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12_288, 16_384,
];

/** Round sizes are omitted if their ratio to one of the fixed sizes is below this. */
const APART = 1.12;

interface RamStepsOptions {
  /** RAM of the machine now, and when the scenario was opened, in pages. */
  pages: number;
  opened: number;
  /** Minimum and maximum, in pages. */
  least: number;
  most: number;
}

/**
 * Returns the possible sizes in ascending order: the current and the original one, half and twice the original, and
 * round sizes that are not close to these.
 */
export function ramSteps({ pages, opened, least, most }: RamStepsOptions): number[] {
  const own = new Set([pages, opened, Math.round(opened / 2), opened * 2]);
  const far = (size: number) =>
    [...own].every((other) => size / other > APART || other / size > APART);
  const round = SIZES.map((size) => size * PAGES_OF_MIB).filter(far);
  return [...own, ...round]
    .filter((size) => size === pages || (size >= least && size <= most))
    .toSorted((one, other) => one - other);
}

/** Describes RAM; mentions a zone that the machine no longer has, or that it is half of the original. */
function ramText(pages: number, opened: number, lost: string): string {
  const size = pagesText(pages);
  if (lost !== '') {
    return `${size}, ${lost.includes(' ') ? 'fewer zones' : `no ${lost}`}`;
  }
  return `${size}${pages === Math.round(opened / 2) ? ' (½)' : ''}`;
}

/** Says which size a text from `pagesText` stands for, if it is rounded. */
function exactText(pages: number): string {
  const isRounded = pagesOfText(pagesText(pages), 'MiB') !== pages;
  return isRounded ? `Rounded; exactly ${formatNumber(pages / PAGES_OF_MIB, 1)} MiB.` : '';
}
