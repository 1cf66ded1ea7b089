/** The latest decisions of reclaim. */
import type { ReactElement } from 'react';

import { formatPfn, formatSeconds } from '../../base/format.ts';
import { mechanismWords } from '../../core/lab/decision-words.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { showFrame } from '../../core/lab/map-view.ts';
import { useLab } from '../../core/lab/store.ts';
import { useLane } from '../../core/lab/use-lab.ts';
import { OnDemand } from '../../core/parts.tsx';
import { useTick } from '../../core/time.ts';
import type { Decision, ReasonName } from '../../engine/types.ts';
import { divergencePart, Pinned } from './feature.tsx';

/** Renders the card; if another card covers it, it cannot have the focus. */
export function Decisions({ covered = false }: { covered?: boolean }): ReactElement {
  return (
    <section className="card decisions" aria-labelledby="decisions-title" inert={covered}>
      <h2 className="eyebrow" id="decisions-title">
        Reclaim decisions
      </h2>
      {LANES.map((lane) => (
        <LaneDecision key={lane} lane={lane} />
      ))}
      <Divergence />
    </section>
  );
}

/** Renders the card, or the card of the pinned page in its place, where there is no room for both. */
export function DecisionsOrPinned(): ReactElement {
  const covered = useLab((state) => state.pin !== null);
  return (
    <>
      <Decisions covered={covered} />
      <Pinned />
    </>
  );
}

// If the note cannot be loaded, nothing needs a reset: the search is loaded together with the note, so it has not
// started either.
const stay = () => undefined;

function Divergence(): ReactElement {
  const known = useLab((state) => state.divergence.status !== 'unknown');
  return (
    <OnDemand part={divergencePart} wanted={known} giveUp={stay}>
      {({ DivergenceNote }) => <DivergenceNote />}
    </OnDemand>
  );
}

function LaneDecision({ lane }: { lane: LaneId }): ReactElement {
  const decisions = useLab((state) => state.decisions[lane]);
  const state = useLane(lane);
  useTick('tables');
  const decision = mostTelling(decisions);
  const words = useLab((store) => mechanismWords(store, lane, decision));
  return (
    <div className="lane-decisions">
      <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
      {decision === null ? (
        <p className="quiet">
          {state && scanned(state) ? 'Computing…' : 'Reclaim has not scanned a page yet.'}
        </p>
      ) : (
        <p title={`${decision.function} at ${formatSeconds(decision.at_ns, 6)}`}>
          <button
            type="button"
            className="link-button"
            onClick={() => showFrame({ lane, zone: decision.zone, frame: decision.frame })}
          >
            pfn {formatPfn(decision.pfn)}
          </button>{' '}
          <span className="quiet">· {decision.zone} ·</span> {decision.text}
          <span className="quiet">{words}</span>
        </p>
      )}
    </div>
  );
}

/**
 * Whether reclaim has scanned pages. Decisions are reported less often than counters, so there may be none to show yet.
 */
function scanned(state: LaneState): boolean {
  return state.value('pgscan_kswapd') + state.value('pgscan_direct') > 0;
}

/** The most informative reasons of decisions, best first; all others rank equally. */
const TELLING: readonly ReasonName[] = [
  'Written',
  'FreedAtCompletion',
  'Refused',
  'Congested',
  'PassedOverDirect',
  'PassedOverKswapd',
  'PassedOverPriority',
  'PassedOverZone',
  'Rotated',
  'DirtyReferenced',
  'UnderWriteback',
  'Activated',
];

/** Returns the newest of the most informative decisions; null if there is none. */
export function mostTelling(decisions: readonly Decision[]): Decision | null {
  const rank = ({ reason }: Decision) => {
    const at = TELLING.indexOf(reason);
    return at < 0 ? TELLING.length : at;
  };
  return decisions.reduce<Decision | null>(
    (best, decision) => (best === null || rank(decision) < rank(best) ? decision : best),
    null,
  );
}
