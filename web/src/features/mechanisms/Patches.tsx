/** The mechanisms in which the lanes do not differ, by posting. */
import type { ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, laneSetting, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Mechanism, Scenario } from '../../engine/types.ts';
import { Switches } from './Switches.tsx';
import './patches.css';

interface PatchesProps {
  lane: LaneId;
  mechanisms: readonly Mechanism[];
}

/** Renders the switches of these mechanisms for one of the lanes, and the choice of the lane. */
export function Patches({ lane: editing, mechanisms: rest }: PatchesProps): ReactElement {
  return (
    <>
      <div className="lane-tabs" role="group" aria-label="Lane">
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
    </>
  );
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

/** Groups mechanisms by posting, in a fixed order; unknown postings come last, with their id as title. */
function postings(mechanisms: readonly Mechanism[]): Posting[] {
  const ids = new Set([...KNOWN.map(([id]) => id), ...mechanisms.map((m) => m.posting)]);
  return [...ids]
    .map((id) => {
      const [, title = id, by = ''] = KNOWN.find(([known]) => known === id) ?? [];
      return { id, title, by, mechanisms: mechanisms.filter(({ posting }) => posting === id) };
    })
    .filter((posting) => posting.mechanisms.length > 0);
}

interface InterventionsProps {
  lane: LaneId;
  scenario: Scenario;
}

/** Renders the list, and a button that removes all switches. */
export function Interventions({ lane, scenario }: InterventionsProps): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const setting = laneSetting(scenario, lane);
  const forget = () =>
    lab.change(
      lane,
      { ...setting, interventions: [] },
      `removal of the recorded switches in ${lane.toUpperCase()}`,
    );
  return (
    <section className="interventions" aria-label="Switched during the run">
      <h3>Switched during the run</h3>
      <ol>
        {setting.interventions.map(({ at_ns: atNs, mechanism, on }, index) => (
          <li key={index}>
            <span className="number">{formatSeconds(atNs)}</span>{' '}
            {catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism}{' '}
            {on ? 'on' : 'off'}
          </li>
        ))}
      </ol>
      <button type="button" className="button" onClick={forget}>
        Remove these and restart
      </button>
    </section>
  );
}
