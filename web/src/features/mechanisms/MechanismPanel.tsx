/** The left side: the kernels of both lanes, and the switches of the one that is edited. */
import { useMemo, useState, type ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { movementsFor, whyBlocked, type Movement } from '../../core/lab/requirements.ts';
import { useLab } from '../../core/lab/store.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { Mechanism, Catalogue } from '../../engine/types.ts';
import { Panel } from '../../widgets/Panel.tsx';
import { UndoButtons } from '../../widgets/UndoButtons.tsx';

/** The panel. */
export function MechanismPanel(): ReactElement {
  const editing = useLab((state) => state.editing);
  return (
    <Panel side="left" title="Kernels and mechanisms">
      <div className="lane-tabs" role="group" aria-label="Lane whose switches are shown">
        {LANES.map((lane) => (
          <LaneTab key={lane} lane={lane} editing={editing === lane} />
        ))}
      </div>
      <div className="mechanisms-head">
        <h2 className="eyebrow">Mechanisms in {editing.toUpperCase()}</h2>
        <UndoButtons />
      </div>
      <Switches lane={editing} />
      <Interventions lane={editing} />
    </Panel>
  );
}

function LaneTab({ lane, editing }: { lane: LaneId; editing: boolean }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const kernel = useLab((state) => state.scenario && laneSetting(state.scenario, lane).kernel);
  const name = lane.toUpperCase();
  return (
    <div className={`lane-tab lane-tab-${lane}${editing ? ' is-editing' : ''}`}>
      <button
        type="button"
        aria-pressed={editing}
        aria-label={`Show the switches of lane ${name}`}
        title={`Show the switches of lane ${name}`}
        onClick={() => useLab.setState({ editing: lane })}
      >
        <span className={`badge badge-${lane}`}>{name}</span>
      </button>
      <select
        aria-label={`Kernel of lane ${name}`}
        title={catalogue.presets.find(({ id }) => id === kernel)?.title}
        value={kernel ?? ''}
        onChange={(event) => {
          useLab.setState({ editing: lane });
          lab.setKernel(lane, event.target.value);
        }}
      >
        {catalogue.presets.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

function Switches({ lane }: { lane: LaneId }): ReactElement | null {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  // Recorded switches take effect when time reaches them; the key says which have.
  useTick('tables');
  const groups = useMemo(() => postings(catalogue), [catalogue]);
  if (!scenario) {
    return null;
  }
  const on = mechanismsOn(catalogue, laneSetting(scenario, lane), lab.moment().nowNs);
  return (
    <>
      {groups.map(({ id, title, by, mechanisms }) => (
        <section key={id} className="posting" aria-label={title}>
          <h3>
            <span>{title}</span>
            <span className="quiet">{by}</span>
          </h3>
          <ul>
            {mechanisms.map((mechanism) => (
              <Switch
                key={mechanism.id}
                lane={lane}
                mechanism={mechanism}
                on={on.has(mechanism.id)}
                blocked={whyBlocked(catalogue, mechanism, on)}
                movements={movementsFor(catalogue, mechanism.id, !on.has(mechanism.id), on)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface SwitchProps {
  lane: LaneId;
  mechanism: Mechanism;
  on: boolean;
  /** Why it cannot be moved alone; null if it can. */
  blocked: string | null;
  /** What moves when it is moved all the same, itself included. */
  movements: readonly Movement[];
}

function Switch({ lane, mechanism, on, blocked, movements }: SwitchProps): ReactElement {
  const { id, title, explanation, source, kernel, assumed } = mechanism;
  // What was asked for and cannot be done is said aloud once.
  const [asked, setAsked] = useState(false);
  return (
    <li className={`mechanism${on ? ' is-on' : ''}`} data-mechanism={id}>
      <label title={`${source} · ${kernel}`}>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={on}
          aria-disabled={blocked !== null}
          aria-describedby={`${id}-about`}
          onChange={(event) => {
            // The engine has the last word: until then it stands where it stood.
            event.target.checked = on;
            setAsked(blocked !== null);
            if (blocked === null) {
              lab.switchMechanisms(lane, movements);
            }
          }}
        />
        <span className="mechanism-title">
          {title}
          {assumed && <em className="tag">assumed</em>}
        </span>
      </label>
      <p id={`${id}-about`} className="mechanism-about">
        {explanation} <span className="mechanism-source">{source}</span>
      </p>
      {blocked !== null && (
        <p className={`mechanism-about mechanism-why${asked ? ' is-asked' : ''}`}>
          {blocked}{' '}
          <button type="button" onClick={() => lab.switchMechanisms(lane, movements)}>
            {movements.length === 2 ? 'Switch both' : `Switch all ${movements.length}`}
            <span className="visually-hidden"> for {title}</span>
          </button>
          <span role="status" className="visually-hidden">
            {asked ? `${title} was not switched. ${blocked}` : ''}
          </span>
        </p>
      )}
    </li>
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

/** A posting with its mechanisms. */
export interface Posting {
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
  ['gorman-2010', 'Stalls', 'Gorman 2010'],
  ['context', 'Context', 'other changes'],
];

/** Groups in a fixed order; postings that are not known here come last, by their id. */
export function postings(catalogue: Catalogue): Posting[] {
  const ids = new Set([...KNOWN.map(([id]) => id), ...catalogue.mechanisms.map((m) => m.posting)]);
  return [...ids]
    .map((id) => {
      const [, title = id, by = ''] = KNOWN.find(([known]) => known === id) ?? [];
      const mechanisms = catalogue.mechanisms.filter(({ posting }) => posting === id);
      return { id, title, by, mechanisms };
    })
    .filter(({ mechanisms }) => mechanisms.length > 0);
}
