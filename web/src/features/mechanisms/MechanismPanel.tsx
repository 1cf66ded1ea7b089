/** The left side: the kernels of both lanes, and the switches of one of them. */
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { LANES, laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { unfold, useLab, useUnfolded } from '../../core/lab/store.ts';
import { useAfterFirstRun } from '../../core/lab/use-lab.ts';
import { OnDemand, Part } from '../../core/parts/part.tsx';
import type { Catalogue, Mechanism, Scenario } from '../../engine/types.ts';
import { Panel } from '../../widgets/Panel.tsx';
import { UndoButtons, useChanged } from '../../widgets/UndoButtons.tsx';
import { KernelChoice } from './KernelChoice.tsx';
import { Switches } from './Switches.tsx';

/** What of the left side is not needed before the Lab runs. */
const patchesPart = new Part('The list of patches', () => import('./Patches.tsx'));

const fold = () => unfold('mechanisms', false);
// Without the list there is the address.
const stay = () => undefined;

/** The panel. */
export function MechanismPanel(): ReactElement {
  const scenario = useLab((state) => state.scenario);
  const undoable = useLab((state) => state.undoes !== null || state.redoes !== null);
  const changed = useChanged();
  const all = useUnfolded((state) => state.controls);
  const begun = useAfterFirstRun();
  useEffect(() => {
    if (begun) {
      void import('./about.css');
    }
  }, [begun]);
  return (
    <Panel side="left" title="Kernels and mechanisms">
      {LANES.map((lane) => (
        <KernelChoice key={lane} lane={lane} />
      ))}
      <div className="undo-room">{(undoable || changed || all) && <UndoButtons />}</div>
      {scenario && <Mechanisms scenario={scenario} />}
    </Panel>
  );
}

function Mechanisms({ scenario }: { scenario: Scenario }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const editing = useLab((state) => state.editing);
  const open = useUnfolded((state) => state.mechanisms);
  // Later they are there before anybody asks: a lesson or the tour may unfold them.
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
          <h2>Patched in {name}</h2>
          <Switches lane={editing} mechanisms={top} cause={causeOf(top)} />
        </section>
      )}
      <Recorded lane={editing} scenario={scenario} />
      <details
        className="all-mechanisms"
        open={open}
        onToggle={({ currentTarget }) => unfold('mechanisms', currentTarget.open)}
      >
        <summary>{top.length > 0 ? 'Other patches' : 'Patches'}</summary>
        <OnDemand part={patchesPart} wanted={open || begun} giveUp={fold}>
          {({ Patches }) => <Patches lane={editing} mechanisms={rest} />}
        </OnDemand>
      </details>
    </>
  );
}

/** The mechanisms that come first: chosen when the kernels are, so that none moves away under the pointer. */
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

/** The switches that were moved while a lane ran, if there are any. */
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

/** The mechanism that needs all the others; null if there is none, and the effect is that of several. */
function causeOf(mechanisms: readonly Mechanism[]): string | null {
  const cause = mechanisms.find((mechanism) =>
    mechanisms.every(({ id }) => id === mechanism.id || mechanism.requires.includes(id)),
  );
  return cause?.id ?? null;
}
