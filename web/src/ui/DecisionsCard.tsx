/** The latest decisions about pages, in words. */
import type { ReactElement } from 'react';

import type { Decision } from '../engine/types.ts';
import { formatPfn, formatSeconds } from '../lab/format.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';
import { useLab } from '../lab/store.ts';

/** Decisions of a lane; the first is in sight, the others can be scrolled to. */
const SHOWN = 6;

/** The card. */
export function DecisionsCard(): ReactElement {
  return (
    <section className="card decisions" aria-labelledby="decisions-title">
      <h2 className="eyebrow" id="decisions-title">
        Why did this page do that?
      </h2>
      {LANES.map((lane) => (
        <LaneDecisions key={lane} lane={lane} />
      ))}
    </section>
  );
}

function LaneDecisions({ lane }: { lane: LaneId }): ReactElement {
  const decisions = useLab((state) => state.decisions[lane]);
  return (
    <div className="lane-decisions">
      <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
      {decisions.length === 0 ? (
        <p className="quiet">Reclaim has not looked at a page yet.</p>
      ) : (
        <ol>
          {decisions.slice(0, SHOWN).map((decision, index) => (
            <DecisionItem key={index} decision={decision} />
          ))}
        </ol>
      )}
    </div>
  );
}

function DecisionItem({ decision }: { decision: Decision }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const { pfn, zone, text, mechanism, function: place, at_ns: atNs } = decision;
  const other = catalogue.mechanisms.find(({ id }) => id === mechanism);
  return (
    <li title={`${place} at ${formatSeconds(atNs, 3)}`}>
      <strong>pfn {formatPfn(pfn)}</strong> <span className="quiet">· {zone}</span> {text}
      {other && <span className="quiet"> “{other.title}” decides here.</span>}
    </li>
  );
}
