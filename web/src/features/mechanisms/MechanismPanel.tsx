/** The left column: the kernels of both lanes, and the switches of one of them. */
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { START_OVER, startOver } from '../../core/gallery/gallery.ts';
import { OPENING_ID } from '../../core/gallery/opening-id.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, laneSetting, laneTitle, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { unfold, useLab, useUnfolded } from '../../core/lab/store.ts';
import { useAfterFirstRun } from '../../core/lab/use-lab.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import { useSession } from '../../core/storage/first-load.ts';
import { useTick } from '../../core/time.ts';
import type { Catalogue, Mechanism, Preset, Scenario } from '../../engine/types.ts';
import { Panel } from '../../widgets/controls.tsx';
import { UndoButtons, useChanged } from '../../widgets/run-controls.tsx';
import { aboutPart, Switches } from './Switches.tsx';

/** The part of the left column that is not needed before the Lab runs. */
const patchesPart = new Part('The list of patches', () => import('./Patches.tsx'));

const fold = () => unfold('mechanisms', false);
// If the part cannot be loaded, the address still contains the switches.
const stay = () => undefined;

export function MechanismPanel(): ReactElement {
  const scenario = useLab((state) => state.scenario);
  const undoable = useLab((state) => state.undoes !== null || state.redoes !== null);
  const changed = useChanged();
  const elsewhere = useLab((state) => state.galleryId !== OPENING_ID || state.pin !== null);
  const all = useUnfolded((state) => state.controls);
  // The message about the last session, and “More controls”, have this button too.
  const hasOther = useSession((state) => state.restored) || all;
  const begun = useAfterFirstRun();
  useEffect(() => {
    if (begun) {
      // If it cannot be loaded, the switches work without it.
      aboutPart.load().catch(() => undefined);
    }
  }, [begun]);
  return (
    <Panel side="left" title="Kernels and mechanisms">
      {LANES.map((lane) => (
        <KernelChoice key={lane} lane={lane} />
      ))}
      <div className="undo-room">
        {(undoable || changed || all) && <UndoButtons />}
        {undoable && (changed || elsewhere) && !hasOther && (
          <button
            type="button"
            className="button button-quiet"
            title={START_OVER}
            onClick={startOver}
          >
            Start over
          </button>
        )}
      </div>
      {scenario && <Mechanisms scenario={scenario} />}
    </Panel>
  );
}

function Mechanisms({ scenario }: { scenario: Scenario }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const editing = useLab((state) => state.editing);
  const open = useUnfolded((state) => state.mechanisms);
  // The other mechanisms are loaded in advance, because a lesson or the tour may unfold them.
  const begun = useAfterFirstRun();
  const first = useFirst(scenario);
  const { top, rest } = useMemo(() => {
    const isFirst = ({ id }: Mechanism) => first.includes(id);
    const { mechanisms } = catalogue;
    return {
      top: mechanisms.filter(isFirst),
      rest: mechanisms.filter((mechanism) => !isFirst(mechanism)),
    };
  }, [catalogue, first]);
  const name = editing.toUpperCase();
  return (
    <>
      {top.length > 0 && (
        <section className="differing" aria-label={`Patches in which A and B differ, in ${name}`}>
          <h2>Different in {name}</h2>
          <Switches lane={editing} mechanisms={top} cause={causeOf(top)} />
        </section>
      )}
      <Recorded lane={editing} scenario={scenario} />
      <details
        className="all-mechanisms"
        open={open}
        onToggle={({ currentTarget }) => {
          unfold('mechanisms', currentTarget.open);
          if (!currentTarget.open) {
            // Only the list shows which lane the switches change, and lets the user choose it.
            useLab.setState({ editing: 'b' });
          }
        }}
      >
        <summary>{top.length > 0 ? 'Other patches' : 'Patches'}</summary>
        <OnDemand part={patchesPart} wanted={open || begun} giveUp={fold}>
          {({ Patches }) => <Patches lane={editing} mechanisms={rest} />}
        </OnDemand>
      </details>
    </>
  );
}

/**
 * Returns the mechanisms at the top. They are chosen when the kernels change, so that none moves away under the
 * pointer.
 */
function useFirst(scenario: Scenario): string[] {
  const catalogue = useLab((state) => state.catalogue);
  const openings = useLab((state) => state.openings);
  const key = [openings, ...LANES.map((lane) => laneSetting(scenario, lane).kernel)].join(' ');
  const [kept, setKept] = useState({ key: '', ids: [] as string[] });
  if (kept.key === key) {
    return kept.ids;
  }
  const ids = differing(catalogue, scenario);
  setKept({ key, ids });
  return ids;
}

/** Renders the switches that were moved while a lane ran, if there are any. */
function Recorded({ lane, scenario }: { lane: LaneId; scenario: Scenario }): ReactElement {
  const { interventions } = laneSetting(scenario, lane);
  return (
    <OnDemand part={patchesPart} wanted={interventions.length > 0} giveUp={stay}>
      {({ Interventions }) => <Interventions lane={lane} scenario={scenario} />}
    </OnDemand>
  );
}

/** Ids of the mechanisms in which the lanes differ when a run starts. */
function differing(catalogue: Catalogue, scenario: Scenario): string[] {
  const [a, b] = LANES.map((lane) => mechanismsOn(catalogue, laneSetting(scenario, lane), 0));
  return catalogue.mechanisms.map(({ id }) => id).filter((id) => a?.has(id) !== b?.has(id));
}

/**
 * Returns the mechanism that requires all the others; null if there is none, because then several mechanisms cause the
 * effect.
 */
function causeOf(mechanisms: readonly Mechanism[]): string | null {
  const cause = mechanisms.find((mechanism) =>
    mechanisms.every(({ id }) => id === mechanism.id || mechanism.requires.includes(id)),
  );
  return cause?.id ?? null;
}

/** Values of the entries that unfold the variants and that name changed switches; no kernel has these ids. */
const VARIANTS = ' variants';
const CHANGED = ' changed';

function KernelChoice({ lane }: { lane: LaneId }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const kernel = useLab((state) => state.scenario && laneSetting(state.scenario, lane).kernel);
  const changed = useChangedTitle(lane);
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
        title={changed ?? catalogue.presets.find(({ id }) => id === kernel)?.title}
        value={changed === null ? (kernel ?? '') : CHANGED}
        onChange={({ target }) => {
          if (target.value === VARIANTS) {
            setAll(!all);
            return;
          }
          useLab.setState({ editing: lane });
          lab.setKernel(lane, target.value);
        }}
      >
        {changed !== null && <option value={CHANGED}>{changed}</option>}
        {erasOf(catalogue, kernel, all).map(({ title, kernels }) => (
          <optgroup key={title} label={title}>
            {kernels.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.title}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={VARIANTS}>{all ? 'Hide variants' : `Show ${variants} variants too…`}</option>
      </select>
    </label>
  );
}

/** Returns the title of a lane whose mechanisms differ from those of its kernel now; null for others. */
function useChangedTitle(lane: LaneId): string | null {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  // Render again regularly: recorded switches take effect at their time.
  useTick('tables');
  if (!scenario) {
    return null;
  }
  const setting = laneSetting(scenario, lane);
  const { nowNs } = lab.moment();
  const on = mechanismsOn(catalogue, setting, nowNs);
  const own = catalogue.presets.find(({ id }) => id === setting.kernel)?.mechanisms ?? [];
  const isChanged = own.length !== on.size || own.some((id) => !on.has(id));
  return isChanged ? laneTitle(catalogue, setting, nowNs) : null;
}

/** The kernels of a few years. */
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

/** Whether a kernel is a variant of another one: with patches added or removed, or a stable release. */
export function isVariant({ id }: Preset): boolean {
  const [version = '', ...rest] = id.split(/[-+]/);
  const candidate = rest.length === 1 && /^rc\d+$/.test(rest[0] ?? '');
  const numbers = version.split('.').length;
  const stable = numbers > (version.startsWith('2.') ? 3 : 2);
  return stable || (rest.length > 0 && !candidate);
}

/** Returns the kernels by era; of the variants only `shown`, unless `all` is set. */
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
