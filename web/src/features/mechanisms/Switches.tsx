/** Switches of some mechanisms in one lane. */
import type { ReactElement } from 'react';

import { formatSigned } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { movementsFor, whyBlocked } from '../../core/lab/requirements.ts';
import { useLab } from '../../core/lab/store.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { Mechanism } from '../../engine/types.ts';
import { Switch } from './Switch.tsx';

interface SwitchesProps {
  lane: LaneId;
  mechanisms: readonly Mechanism[];
  /** The mechanism whose effect the difference between the lanes is; null where that is not one alone. */
  cause: string | null;
}

/** The switches. */
export function Switches({ lane, mechanisms, cause }: SwitchesProps): ReactElement | null {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  // Recorded switches take effect when time reaches them; the key says which have.
  useTick('tables');
  if (!scenario) {
    return null;
  }
  const on = mechanismsOn(catalogue, laneSetting(scenario, lane), lab.moment().nowNs);
  const effect = effectWords(lab.lanes.state('a'), lab.lanes.state('b'));
  return (
    <ul>
      {mechanisms.map((mechanism) => (
        <Switch
          key={mechanism.id}
          lane={lane}
          mechanism={mechanism}
          on={on.has(mechanism.id)}
          effect={mechanism.id === cause ? effect : null}
          blocked={whyBlocked(catalogue, mechanism, on)}
          movements={movementsFor(catalogue, mechanism.id, !on.has(mechanism.id), on)}
        />
      ))}
    </ul>
  );
}

/** A lane as far as it has come. */
interface Progress {
  nowNs: number;
  finished: boolean;
  value(name: 'bytes_done'): number;
}

/** B against A: time at the end, data at the same moment before; null while they do not differ by a percent. */
function effectWords(a: Progress | null, b: Progress | null): string | null {
  if (!a || !b) {
    return null;
  }
  if (a.finished && b.finished) {
    return percent(a.nowNs, b.nowNs, 'time');
  }
  return a.nowNs === b.nowNs ? percent(a.value('bytes_done'), b.value('bytes_done'), 'data') : null;
}

function percent(a: number, b: number, what: string): string | null {
  const change = a === 0 ? 0 : Math.round((b / a - 1) * 100);
  return change === 0 ? null : `${formatSigned(change, '%')} ${what}`;
}
