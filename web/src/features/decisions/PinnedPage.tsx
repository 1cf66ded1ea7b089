/** The pinned frame: what it is now, how old its page is, and its life as decisions in words, in both lanes. */
import { type ReactElement, useEffect, useState } from 'react';
import { formatPfn, formatSeconds } from '../../base/format.ts';
import { sentenceOf, useFrameInfo, verdictStateOf } from '../../core/lab/frame-info.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { showFrame, unpin } from '../../core/lab/map-view.ts';
import { useLab, type Pin } from '../../core/lab/store.ts';
import { useLane } from '../../core/lab/use-lab.ts';
import { useTick } from '../../core/time.ts';
import type { Decision, FrameInfo, PageFound, PageName } from '../../engine/types.ts';
import { mechanismWords } from './mechanism-words.ts';
import { absenceText, ageOf, ageText, pageText, usePageLife } from './page-life.ts';
import './life.css';

/** The card. */
export function PinnedPage({ pin }: { pin: Pin }): ReactElement {
  const zones = useLane(pin.lane)?.description.zones ?? [];
  const zone = zones.find(({ name }) => name === pin.zone);
  return (
    <section
      className="card decisions pinned-page"
      aria-labelledby="pinned-title"
      data-testid="pinned"
    >
      <div className="card-head">
        <h2 className="eyebrow" id="pinned-title">
          Page frame <span className="number">{formatPfn((zone?.base_pfn ?? 0) + pin.frame)}</span>{' '}
          in {pin.zone}
        </h2>
        <span className="card-actions">
          <button type="button" className="link-button" onClick={() => showFrame(pin)}>
            Show on the map
          </button>
          <button type="button" className="link-button" onClick={unpin}>
            Unpin
          </button>
        </span>
      </div>
      <div className="life-columns">
        {LANES.map((lane) => (
          <PinnedLane key={lane} lane={lane} pin={pin} />
        ))}
      </div>
    </section>
  );
}

function PinnedLane({ lane, pin }: { lane: LaneId; pin: Pin }): ReactElement {
  const state = useLane(lane);
  const zones = state?.description.zones ?? [];
  const zone = zones.findIndex(({ name }) => name === pin.zone);
  const info = useFrameInfo(lane, zone, pin.frame);
  return (
    <div>
      <p className="life-now">
        <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>{' '}
        {zone < 0 ? 'This machine has no such zone.' : info ? sentenceOf(info) : '…'}
      </p>
      {lane !== pin.lane && <SamePage lane={lane} pin={pin} />}
      {zone >= 0 && <Life lane={lane} zone={zone} frame={pin.frame} info={info} />}
    </div>
  );
}

interface LifeProps {
  lane: LaneId;
  zone: number;
  frame: number;
  info: FrameInfo | null;
}

function Life({ lane, zone, frame, info }: LifeProps): ReactElement {
  useTick('text');
  const playing = useLab((state) => state.playing);
  const nowNs = lab.lanes.state(lane)?.nowNs ?? 0;
  const life = usePageLife(lane, zone, frame, playing ? null : nowNs);
  if (playing) {
    return <p className="quiet life-now">Its life and its age are told when time stands still.</p>;
  }
  if (life.status === 'failed') {
    return (
      <p className="life-now">
        Its life could not be computed: {life.message}{' '}
        <button type="button" className="link-button" onClick={life.again}>
          Try again
        </button>
      </p>
    );
  }
  if (life.status === 'computing') {
    const percent = Math.round(life.share * 100);
    return (
      <p className="quiet life-now">
        Computing its life… <progress max={100} value={percent} aria-label="Computing its life" />
      </p>
    );
  }
  const age = ageOf(life.decisions, life.leftOut);
  return (
    <>
      {info?.page && (
        <p className="life-now" data-testid={`age-${lane}`}>
          {age
            ? ageText(age, life.untilNs)
            : 'Its age is not known: more has happened to it than is kept.'}
        </p>
      )}
      {life.decisions.length === 0 ? (
        <p className="quiet life-now">Nothing has happened to it so far.</p>
      ) : (
        <ol
          className="life"
          aria-label={`Life so far in lane ${lane.toUpperCase()}`}
          reversed
          tabIndex={0}
        >
          {life.decisions.toReversed().map((decision, at) => (
            <LifeEntry key={life.decisions.length - at} lane={lane} decision={decision} />
          ))}
        </ol>
      )}
    </>
  );
}

function LifeEntry({ lane, decision }: { lane: LaneId; decision: Decision }): ReactElement {
  const { at_ns: atNs, text, fate } = decision;
  const words = useLab((state) => mechanismWords(state, lane, decision));
  return (
    <li className={`fate-${fate}`}>
      {text}
      <span className="quiet">{words}</span>
      <span className="life-time number">
        <button type="button" className="link-button" onClick={() => lab.goTo(atNs)}>
          {formatSeconds(atNs, 6)}
        </button>{' '}
        · {decision.function}
      </span>
    </li>
  );
}

/** A sentence; nothing while the pinned frame holds no page that has a name. */
export function SamePage({ lane, pin }: { lane: LaneId; pin: Pin }): ReactElement | null {
  const zones = useLane(pin.lane)?.description.zones ?? [];
  const zone = zones.findIndex(({ name }) => name === pin.zone);
  const page = useFrameInfo(pin.lane, zone, pin.frame)?.page ?? null;
  const found = useFound(lane, page);
  if (!page || !found) {
    return null;
  }
  const name = `The same page as in ${pin.lane.toUpperCase()}, ${pageText(page)},`;
  if (found.where !== 'memory') {
    return (
      <p className="life-now" data-testid="same-page">
        {name} {absenceText(found)}.
      </p>
    );
  }
  const { frame } = found;
  const here = frame.zone === pin.zone && frame.frame === pin.frame;
  return (
    <p className="life-now" data-testid="same-page">
      {name} is {here ? 'in this frame too' : 'in '}
      {!here && (
        <>
          <button
            type="button"
            className="link-button"
            onClick={() => showFrame({ lane, zone: frame.zone, frame: frame.frame })}
          >
            pfn {formatPfn(frame.pfn)}
          </button>{' '}
          <span className="quiet">· {[frame.zone, ...verdictStateOf(frame)].join(' · ')}</span>
        </>
      )}
      .
    </p>
  );
}

/** Follows a page of a lane, about once a second. */
function useFound(lane: LaneId, page: PageName | null): PageFound | null {
  const tick = useTick('tables');
  const key = JSON.stringify(page);
  const [answer, setAnswer] = useState<{ key: string; found: PageFound | null } | null>(null);
  useEffect(() => {
    let current = true;
    const asked = JSON.parse(key) as PageName | null;
    const search = asked && lab.lanes.client(lane)?.find(asked);
    void search?.then((found) => {
      if (current) {
        setAnswer({ key, found });
      }
    });
    return () => {
      current = false;
    };
  }, [lane, key, tick]);
  return answer?.key === key ? answer.found : null;
}
