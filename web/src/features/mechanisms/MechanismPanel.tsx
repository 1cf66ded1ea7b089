/** The left side: the kernels of both lanes, and the switches of one of them. */
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { formatSeconds, formatSigned } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { movementsFor, whyBlocked } from '../../core/lab/requirements.ts';
import { useLab } from '../../core/lab/store.ts';
import { unfold, useUnfolded } from '../../core/lab/unfolded.ts';
import { useAfterFirstRun } from '../../core/parts/use-first-run.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { Mechanism, Scenario, Catalogue } from '../../engine/types.ts';
import { Panel } from '../../widgets/Panel.tsx';
import { UndoButtons, useChanged } from '../../widgets/UndoButtons.tsx';
import { KernelChoice } from './KernelChoice.tsx';
import { Switch } from './Switch.tsx';

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
      <Interventions lane={editing} />
      <details
        className="all-mechanisms"
        open={open}
        onToggle={({ currentTarget }) => unfold('mechanisms', currentTarget.open)}
      >
        <summary>{top.length > 0 ? 'Other patches' : 'Patches'}</summary>
        <div className="lane-tabs" role="group" aria-label="Lane whose switches are shown">
          {LANES.map((lane) => (
            <LaneTab key={lane} lane={lane} editing={editing === lane} />
          ))}
        </div>
        {postings(rest).map(({ id, title, by, mechanisms }) => (
          <section key={id} className="posting" aria-label={title}>
            <h3>
              <span>{title}</span>
              <span className="quiet">{by}</span>
            </h3>
            <Switches lane={editing} mechanisms={mechanisms} cause={null} />
          </section>
        ))}
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

function LaneTab({ lane, editing }: { lane: LaneId; editing: boolean }): ReactElement {
  const name = lane.toUpperCase();
  return (
    <button
      type="button"
      aria-pressed={editing}
      aria-label={`Show the switches of lane ${name}`}
      onClick={() => useLab.setState({ editing: lane })}
    >
      In {name}
    </button>
  );
}

interface SwitchesProps {
  lane: LaneId;
  mechanisms: readonly Mechanism[];
  /** The mechanism whose effect the difference between the lanes is; null where that is not one alone. */
  cause: string | null;
}

function Switches({ lane, mechanisms, cause }: SwitchesProps): ReactElement | null {
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

function Interventions({ lane }: { lane: LaneId }): ReactElement | null {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  const list = scenario ? laneSetting(scenario, lane).interventions : [];
  if (list.length === 0) {
    return null;
  }
  return (
    <section className="interventions" aria-label="Switched while it ran">
      <h3>Switched while it ran</h3>
      <ol>
        {list.map(({ at_ns: atNs, mechanism, on }, index) => (
          <li key={index}>
            <span className="number">{formatSeconds(atNs)}</span>{' '}
            {catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism}{' '}
            {on ? 'on' : 'off'}
          </li>
        ))}
      </ol>
      <button type="button" className="button" onClick={() => lab.forgetInterventions(lane)}>
        Forget these and restart
      </button>
    </section>
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

/** A posting with its mechanisms. */
interface Posting {
  id: string;
  title: string;
  by: string;
  mechanisms: Mechanism[];
}

const KNOWN: readonly (readonly [id: string, title: string, by: string])[] = [
  ['weiner-2011', 'Placement of dirty pages', 'Weiner 2011'],
  ['gorman-2011', 'Writeback from reclaim', 'Gorman 2011'],
  ['kim-2014', 'Completion', 'Kim 2014'],
  ['hansen-2013', 'Batching', 'Hansen 2013'],
  ['gorman-2010', 'Stalls', 'studied by Gorman 2010'],
  ['context', 'Context', 'other changes'],
];

/** Groups in a fixed order; postings that are not known here come last, by their id. */
function postings(mechanisms: readonly Mechanism[]): Posting[] {
  const ids = new Set([...KNOWN.map(([id]) => id), ...mechanisms.map((m) => m.posting)]);
  return [...ids]
    .map((id) => {
      const [, title = id, by = ''] = KNOWN.find(([known]) => known === id) ?? [];
      return { id, title, by, mechanisms: mechanisms.filter(({ posting }) => posting === id) };
    })
    .filter((posting) => posting.mechanisms.length > 0);
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
