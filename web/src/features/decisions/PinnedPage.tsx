/**
 * The pinned frame: its current state, the age of its page, and the page's life (the decisions about it, in words), in
 * both lanes.
 */
import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';

import { formatCount, formatSeconds, formatPfn } from '../../base/format.ts';
import { sentenceOf, useFrameInfo, frameFactsOf } from '../../core/lab/frame-info.ts';
import { meaningOf } from '../../core/lab/kernel-names.ts';
import { lab } from '../../core/lab/lab.ts';
import { type LaneId, LANES } from '../../core/lab/lanes.ts';
import { showFrame, unpin } from '../../core/lab/map-view.ts';
import { useLab, usePinNote, type Pin } from '../../core/lab/store.ts';
import { useLane } from '../../core/lab/use-lab.ts';
import { useTick } from '../../core/time.ts';
import type { Decision, PageFound, PageName, FrameInfo } from '../../engine/types.ts';
import { ageOf, ageText, usePageLife } from './page-life.ts';
import { PatchWords } from './PatchWords.tsx';
import './decisions.css';

/** Describes a page in words that mean the same in both lanes. */
export function pageText(page: PageName): string {
  if (page.kind === 'anon') {
    return `page ${formatCount(page.vpn)} of address space ${page.space}`;
  }
  if (page.kind === 'block_device') {
    return `page ${formatCount(page.index)} of the block device`;
  }
  const { by, nth, index } = page;
  const file = by === null ? `mapping ${nth}` : `the ${ordinal(nth + 1)} file of ${by}`;
  return `page ${formatCount(index)} of ${file}`;
}

/** Formats a number as an ordinal: 1st, 2nd, 3rd, 11th. */
export function ordinal(number: number): string {
  const teen = Math.floor(number / 10) % 10 === 1;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${formatCount(number)}${ending}`;
}

/** Describes where a page is if no frame holds it. */
export function absenceText(found: Exclude<PageFound, { where: 'memory' }>): string {
  switch (found.where) {
    case 'swap':
      return `is only in the swap area, slot ${formatCount(found.slot)}`;
    case 'nowhere':
      return 'is not in memory';
    case 'no_file':
      return 'does not exist: its file was deleted or is not created yet';
  }
}

/**
 * In a zone with more pages than this, a page has no cell of its own on the map of all zones: no screen has room for
 * that.
 */
const CELLS_MOST = 50_000;

const phone = window.matchMedia('(max-width: 760px)');
/** Gap between the map and the card on a phone, in CSS pixels. */
const GAP = 8;

/** On a phone, where the card is over the lower part of the page, scrolls so that the pinned frame is above it. */
function uncover(card: HTMLElement, lane: LaneId): void {
  const map = document.querySelector(`.lane-${lane} .lane-canvas`);
  if (!phone.matches || !map) {
    return;
  }
  const limit = card.getBoundingClientRect().top - GAP;
  const ring = (map.querySelector('.map-pinned, .frame-pinned') ?? map).getBoundingClientRect();
  if (ring.top < 0 || ring.bottom > limit) {
    const { top, height } = map.getBoundingClientRect();
    // The whole map if there is room for it, otherwise the ring.
    const by = height <= limit ? top + height - limit : (ring.top + ring.bottom - limit) / 2;
    window.scrollBy({ top: by });
  }
}

/** The padding of the card below its text, CSS pixels. */
const PADDING = 12;

/** Whether the card has more text below its lower edge: many systems show no scrollbar until the user scrolls. */
function useMoreBelow(card: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  useEffect(() => {
    const element = card.current;
    if (!element) {
      return undefined;
    }
    const measure = () => {
      setMore(element.scrollHeight - element.scrollTop - element.clientHeight > PADDING);
    };
    const observer = new ResizeObserver(measure);
    for (const part of [element, ...element.children]) {
      observer.observe(part);
    }
    element.addEventListener('scroll', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [card]);
  return more;
}

export function PinnedPage({ pin }: { pin: Pin }): ReactElement {
  const zones = useLane(pin.lane)?.description.zones ?? [];
  const zone = zones.find(({ name }) => name === pin.zone);
  const zoomed = useLab((state) => state.mapView !== null);
  const manyPerCell = !zoomed && (zone?.present ?? 0) > CELLS_MOST;
  const card = useRef<HTMLElement>(null);
  const more = useMoreBelow(card);
  const note = usePinNote((state) => state.note);
  useEffect(() => {
    if (card.current) {
      uncover(card.current, pin.lane);
    }
  }, [pin]);
  return (
    <section
      ref={card}
      className="card decisions pinned-page"
      aria-labelledby="pinned-title"
      data-testid="pinned"
    >
      <div className="card-head">
        <h2 className="eyebrow" id="pinned-title">
          Page frame <span className="number">{formatPfn((zone?.base_pfn ?? 0) + pin.frame)}</span>{' '}
          in {pin.zone}
        </h2>
        <button
          type="button"
          className="pinned-close"
          aria-label="Unpin"
          title="Unpin (Esc)"
          onClick={unpin}
        >
          ×
        </button>
        <button type="button" className="link-button" onClick={() => showFrame(pin)}>
          Show on the map
        </button>
      </div>
      {note !== null && <p className="life-now pinned-note">{note}</p>}
      {manyPerCell && (
        <p className="quiet life-now">
          The ringed cell of the map stands for many pages; zoom in to see this one alone.
        </p>
      )}
      <div className="life-columns">
        {LANES.map((lane) => (
          <PinnedLane key={lane} lane={lane} pin={pin} />
        ))}
      </div>
      <p className="pinned-more" aria-hidden="true">
        {more && <span>more below ▾</span>}
      </p>
    </section>
  );
}

function PinnedLane({ lane, pin }: { lane: LaneId; pin: Pin }): ReactElement {
  const state = useLane(lane);
  const zones = state?.description.zones ?? [];
  const zone = zones.findIndex(({ name }) => name === pin.zone);
  const info = useFrameInfo(lane, zone, pin.frame);
  const page = info?.page;
  const throughDevice = useLab(
    ({ scenario }) =>
      page?.kind === 'block_device' && scenario?.filesystems[page.filesystem]?.kind === 'fuse_ntfs',
  );
  return (
    <div>
      <p className="life-now">
        <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>{' '}
        {lane !== pin.lane && <SamePage lane={lane} pin={pin} />}
        {lane !== pin.lane && zone >= 0 && (
          <>
            <strong>Same frame:</strong>{' '}
          </>
        )}
        {zone < 0 ? 'This machine has no such zone.' : info ? sentenceOf(info) : '…'}
        {throughDevice && (
          <span className="quiet">
            {' '}
            · ntfs-3g writes the files of this filesystem through the page cache of its block
            device.
          </span>
        )}
      </p>
      {zone >= 0 && <Life lane={lane} zone={zone} frame={pin.frame} info={info} />}
    </div>
  );
}

/** Number of events of a page that are shown at first: enough for the latest decision and what led to it. */
const NEWEST = 3;

interface LifeProps {
  lane: LaneId;
  zone: number;
  frame: number;
  info: FrameInfo | null;
}

function Life({ lane, zone, frame, info }: LifeProps): ReactElement {
  useTick('text');
  const [whole, setWhole] = useState(false);
  const playing = useLab((state) => state.playing);
  const nowNs = lab.lanes.state(lane)?.nowNs ?? 0;
  const life = usePageLife(lane, zone, frame, playing ? null : nowNs);
  if (playing) {
    return <p className="quiet life-now">Pause to see the history and age of this page.</p>;
  }
  if (life.status === 'failed') {
    return (
      <p className="life-now">
        The history of this page could not be computed: {life.message}{' '}
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
        Computing its history…{' '}
        <progress max={100} value={percent} aria-label="Computing its history" />
      </p>
    );
  }
  const age = ageOf(life.decisions, life.leftOut);
  const earlier = whole ? 0 : Math.max(0, life.decisions.length - NEWEST);
  const shown = life.decisions.slice(earlier);
  return (
    <>
      <p className="life-now">
        <strong>History of this frame in {lane.toUpperCase()}:</strong>
      </p>
      {info?.page && (
        <p className="life-now" data-testid={`age-${lane}`}>
          {age
            ? ageText(age, life.untilNs)
            : 'Age unknown: the oldest events of this page are no longer stored.'}
        </p>
      )}
      {earlier > 0 && (
        <button type="button" className="link-button" onClick={() => setWhole(true)}>
          Show {formatCount(earlier)} earlier {earlier === 1 ? 'event' : 'events'}
        </button>
      )}
      {life.decisions.length === 0 ? (
        <p className="quiet life-now">Nothing has happened to this page so far.</p>
      ) : (
        <ol className="life" aria-label={`History in lane ${lane.toUpperCase()}`}>
          {shown.map((decision, at) => (
            <LifeEntry key={earlier + at} lane={lane} decision={decision} />
          ))}
        </ol>
      )}
      <Names names={[...(info?.flags ?? []), ...shown.map((decision) => decision.function)]} />
    </>
  );
}

/** Renders what the names of flags and functions in some lines mean, folded; nothing if no name is known. */
function Names({ names }: { names: readonly string[] }): ReactElement | null {
  const known = [...new Set(names)].filter((name) => meaningOf(name) !== undefined);
  return known.length === 0 ? null : (
    <details className="life-names">
      <summary>What these names mean</summary>
      <dl>
        {known.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaningOf(name)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function LifeEntry({ lane, decision }: { lane: LaneId; decision: Decision }): ReactElement {
  const { at_ns: atNs, text, fate } = decision;
  return (
    <li className={`fate-${fate}`}>
      {text}
      <PatchWords lane={lane} decision={decision} />
      <span className="life-time number">
        <button type="button" className="link-button" onClick={() => lab.goTo(atNs)}>
          {formatSeconds(atNs, 6)}
        </button>{' '}
        · <span title={meaningOf(decision.function)}>{decision.function}</span>
      </span>
    </li>
  );
}

/** Renders a line that says where the same page is in the other lane; nothing if the page in the pinned frame has no name. */
function SamePage({ lane, pin }: { lane: LaneId; pin: Pin }): ReactElement | null {
  const zones = useLane(pin.lane)?.description.zones ?? [];
  const zone = zones.findIndex(({ name }) => name === pin.zone);
  const page = useFrameInfo(pin.lane, zone, pin.frame)?.page ?? null;
  const found = useFound(lane, page);
  if (!page || !found) {
    return null;
  }
  const name = (
    <>
      <strong>Same page as in {pin.lane.toUpperCase()}:</strong> {pageText(page)}
    </>
  );
  if (found.where !== 'memory') {
    return (
      <>
        <span data-testid="same-page">
          {name} {absenceText(found)}.
        </span>
        <br />
      </>
    );
  }
  const { frame } = found;
  const here = frame.zone === pin.zone && frame.frame === pin.frame;
  return (
    <>
      <span data-testid="same-page">
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
            <span className="quiet">· {[frame.zone, ...frameFactsOf(frame)].join(' · ')}</span>
          </>
        )}
        .
      </span>
      <br />
    </>
  );
}

/** Returns where a page of a lane is, refreshed about once a second. */
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
