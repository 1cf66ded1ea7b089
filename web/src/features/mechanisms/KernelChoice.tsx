/** Which kernel a lane runs. */
import { useState, type ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { laneSetting, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { erasOf, isVariant } from './kernels.ts';

/** The entry that unfolds the variants; no kernel is called so. */
const VARIANTS = ' variants';

/** The choice. */
export function KernelChoice({ lane }: { lane: LaneId }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const kernel = useLab((state) => state.scenario && laneSetting(state.scenario, lane).kernel);
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
                {preset.title}
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
