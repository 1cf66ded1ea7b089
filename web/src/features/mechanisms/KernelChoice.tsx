/** Which kernel a lane runs. */
import { useState, type ReactElement } from 'react';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { Catalogue, Preset } from '../../engine/types.ts';

/** The entry that unfolds the variants; no kernel is called so. */
const VARIANTS = ' variants';

/** The choice. */
export function KernelChoice({ lane }: { lane: LaneId }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const kernel = useLab((state) => state.scenario && laneSetting(state.scenario, lane).kernel);
  const changed = useChanged(lane);
  const [all, setAll] = useState(false);
  const name = lane.toUpperCase();
  const variants = catalogue.presets.filter(isVariant).length;
  return (
    <label className={`lane-kernel lane-kernel-${lane}`}>
      <span className={`badge badge-${lane}`} aria-hidden="true">
        {name}
      </span>
      <select
        aria-label={`Kernel of lane ${name}`}
        title={catalogue.presets.find(({ id }) => id === kernel)?.title}
        value={kernel ?? ''}
        onChange={({ target }) => {
          if (target.value === VARIANTS) {
            setAll(!all);
            return;
          }
          useLab.setState({ editing: lane });
          lab.setKernel(lane, target.value);
        }}
      >
        {erasOf(catalogue, kernel, all).map(({ title, kernels }) => (
          <optgroup key={title} label={title}>
            {kernels.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.id === kernel && changed ? `${preset.title}, changed` : preset.title}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={VARIANTS}>
          {all ? 'Hide the variants' : `List the ${variants} variants too…`}
        </option>
      </select>
    </label>
  );
}

/** Whether a lane has other mechanisms now than its kernel. */
function useChanged(lane: LaneId): boolean {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  // Recorded switches take effect when time reaches them.
  useTick('tables');
  if (!scenario) {
    return false;
  }
  const setting = laneSetting(scenario, lane);
  const on = mechanismsOn(catalogue, setting, lab.moment().nowNs);
  const own = catalogue.presets.find(({ id }) => id === setting.kernel)?.mechanisms ?? [];
  return own.length !== on.size || own.some((id) => !on.has(id));
}

/** Kernels of some years. */
export interface Era {
  title: string;
  kernels: Preset[];
}

const ERAS: readonly (readonly [title: string, from: string])[] = [
  ['2009–2010', '2.6.29'],
  ['2010–2011', '2.6.34'],
  ['2011–2012', '3.0'],
  ['2012–2014', '3.4'],
];

/** Whether a kernel is one of another with something added, taken away, or fixed for longer. */
export function isVariant({ id }: Preset): boolean {
  const [version = '', ...rest] = id.split(/[-+]/);
  const candidate = rest.length === 1 && /^rc\d+$/.test(rest[0] ?? '');
  const numbers = version.split('.').length;
  const stable = numbers > (version.startsWith('2.') ? 3 : 2);
  return stable || (rest.length > 0 && !candidate);
}

/** The kernels by era; of the variants only `shown`, unless all are wanted. */
export function erasOf({ presets }: Catalogue, shown: string | null, all: boolean): Era[] {
  const eras = ERAS.map(([title]): Era => ({ title, kernels: [] }));
  for (const preset of presets) {
    if (all || !isVariant(preset) || preset.id === shown) {
      const era = ERAS.findLastIndex(([, from]) => compare(preset.id, from) >= 0);
      eras[Math.max(0, era)]?.kernels.push(preset);
    }
  }
  return eras.filter(({ kernels }) => kernels.length > 0);
}

function compare(one: string, other: string): number {
  const numbers = (id: string) => (id.split(/[-+]/)[0] ?? '').split('.').map(Number);
  const [x, y] = [numbers(one), numbers(other)];
  for (let at = 0; at < Math.max(x.length, y.length); at += 1) {
    const difference = (x[at] ?? 0) - (y[at] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}
