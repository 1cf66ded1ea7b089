/** The latest decisions about pages, in words. */
import type { ReactElement } from 'react';

import { mostTelling } from './decision.ts';
import { formatPfn, formatSeconds } from '../../base/format.ts';
import { LANES, laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { OnDemand } from '../../core/parts/OnDemand.tsx';
import { partingPart } from './feature.ts';

/** The card. */
export function DecisionsCard(): ReactElement {
  return (
    <section className="card decisions" aria-labelledby="decisions-title">
      <h2 className="eyebrow" id="decisions-title">
        Why did this page do that?
      </h2>
      {LANES.map((lane) => (
        <LaneDecision key={lane} lane={lane} />
      ))}
      <Parting />
    </section>
  );
}

// What searches is fetched with what tells of it.
const stay = () => undefined;

function Parting(): ReactElement {
  const known = useLab((state) => state.parting.status !== 'unknown');
  return (
    <OnDemand part={partingPart} wanted={known} giveUp={stay}>
      {({ PartingNote }) => <PartingNote />}
    </OnDemand>
  );
}

function LaneDecision({ lane }: { lane: LaneId }): ReactElement {
  const decisions = useLab((state) => state.decisions[lane]);
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  const decision = mostTelling(decisions);
  const other = catalogue.mechanisms.find(({ id }) => id === decision?.mechanism);
  const setting = scenario && laneSetting(scenario, lane);
  const on = setting && other && mechanismsOn(catalogue, setting, Infinity).has(other.id);
  return (
    <div className="lane-decisions">
      <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
      {decision === null ? (
        <p className="quiet">Reclaim has not looked at a page yet.</p>
      ) : (
        <p title={`${decision.function} at ${formatSeconds(decision.at_ns, 6)}`}>
          <strong>pfn {formatPfn(decision.pfn)}</strong>{' '}
          <span className="quiet">· {decision.zone} ·</span> {decision.text}
          {other && (
            <span className="quiet">
              {on
                ? ` “${other.title}” decides here.`
                : ` With “${other.title}” it would go otherwise.`}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
