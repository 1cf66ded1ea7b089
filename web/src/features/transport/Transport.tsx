/** The controls of virtual time at the bottom of the page. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { formatCount, formatDuration, formatSeconds, formatSpeed } from '../../base/format.ts';
import { START_OVER, startOver } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { goToMark } from '../../core/lab/marks.ts';
import { SPEEDS, unfold, useLab, useUnfolded } from '../../core/lab/store.ts';
import {
  endText,
  goalText,
  labelOf,
  markNear,
  marksOf,
  placeMarks,
  runEnd,
  type PlacedMark,
} from '../../core/lab/timeline.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import { useSession } from '../../core/storage/first-load.ts';
import { useTick } from '../../core/time.ts';
import { chooseLarge, useTypeSize } from '../../core/type-size.ts';
import { SNAPSHOT_BYTES } from '../../engine/snapshots.ts';
import { MomentSlider, PlayButton, UndoButtons } from '../../widgets/run-controls.tsx';
import { ThemeSwitch } from '../../widgets/TopBar.tsx';
import { Icon } from '../../widgets/controls.tsx';

/** The buttons of “More controls”, loaded on demand. */
export const expertPart = new Part('More controls', () => import('./ExpertButtons.tsx'));

/** If the buttons cannot be loaded, the other controls still work. */
const stay = () => undefined;

const roomy = window.matchMedia('(min-width: 761px)');

/** Renders the controls of virtual time. */
export function Transport(): ReactElement {
  const speed = useLab((state) => state.speed);
  const ready = useLab((state) => state.scenario !== null && state.failure === null);
  // The message about the last session has a button to start over.
  const restored = useSession((state) => state.restored);
  // The most-used controls are always visible; a button shows the rest. On a phone the rest is folded again at the next
  // visit.
  const [phone] = useState(() => !roomy.matches);
  const kept = useUnfolded((state) => state.controls);
  const [opened, setOpened] = useState(false);
  const all = phone ? opened : kept;
  return (
    <footer className={`transport${all ? ' is-whole' : ''}`} aria-label="Virtual time">
      <button
        type="button"
        className="button button-icon button-restart secondary expert"
        aria-label="Back to 0 s"
        title="Runs both lanes again from 0 s (R). The settings stay."
        disabled={!ready}
        onClick={() => lab.restart()}
      >
        <Icon name="restart" />
        <span>Back to 0 s</span>
      </button>
      {!restored && (
        <button
          type="button"
          className="button secondary expert"
          title={START_OVER}
          onClick={startOver}
        >
          Start over
        </button>
      )}
      <PlayButton className="button-play" disabled={!ready} />
      <OnDemand part={expertPart} wanted={all || phone} giveUp={stay}>
        {({ StepButtons }) => <StepButtons ready={ready} />}
      </OnDemand>
      <select
        className="speed number secondary"
        aria-label="Speed: virtual time relative to real time"
        title="Virtual time relative to real time (↑ and ↓)"
        value={String(speed)}
        onChange={(event) => lab.setSpeed(Number(event.target.value))}
      >
        {SPEEDS.map((value) => (
          <option key={value} value={String(value)}>
            {formatSpeed(value)}
          </option>
        ))}
      </select>
      <Timeline />
      <div className="undo-phone secondary">
        <UndoButtons />
      </div>
      <TypeSwitch />
      <ThemeSwitch />
      <OnDemand part={expertPart} wanted={all} giveUp={stay}>
        {({ DialogButtons }) => <DialogButtons ready={ready} />}
      </OnDemand>
      <button
        type="button"
        className="button button-icon button-more"
        aria-label="More controls"
        title="More controls"
        aria-expanded={all}
        onClick={() => (phone ? setOpened(!opened) : unfold('controls', !all))}
      >
        <Icon name="more" />
      </button>
    </footer>
  );
}

function Timeline(): ReactElement {
  useTick('figures');
  const marks = useLab((state) => state.marks);
  const divergence = useLab((state) => state.divergence);
  const scenario = useLab((state) => state.scenario);
  const goalNs = useLab((state) => state.goalNs);
  const nowNs = lab.lanes.nowNs();
  const catalogue = useLab((state) => state.catalogue);
  const end = runEnd(lab.lanes, scenario?.until_ms);
  const line = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const placed = placeMarks(marksOf(marks, scenario, catalogue, divergence), end.ns, width);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(line.current?.offsetWidth ?? 0));
    if (line.current) {
      observer.observe(line.current);
    }
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={line} className="timeline">
        <div className="marks">
          {placed.map((mark) => (
            <TimelineMark key={`${mark.lane}-${mark.name}`} mark={mark} />
          ))}
        </div>
        <div className="track" aria-hidden="true">
          <div
            className="track-fill"
            style={{ transform: `scaleX(${Math.min(1, nowNs / end.ns).toFixed(5)})` }}
          />
        </div>
        <MomentSlider
          endNs={end.ns}
          onClick={(ns, goOn) => {
            const mark = markNear(placed, ns, (MARK_PIXELS / Math.max(1, width)) * end.ns);
            if (mark) {
              goToMark(mark, goOn);
            }
            return mark !== null;
          }}
        />
      </div>
      <p className="clock number">
        <strong data-testid="now">
          {nowNs < 1e9 ? formatDuration(nowNs) : formatSeconds(nowNs)}
        </strong>{' '}
        <span className="quiet">
          {goalNs === null ? endText(end) : `going to ${goalText(goalNs)}`}
        </span>
        <span className="history quiet" title={HISTORY_TITLE}>
          {historyText()}
        </span>
      </p>
    </>
  );
}

/** A click on the slider within this distance of a mark means the mark, CSS pixels. */
const MARK_PIXELS = 5;

const HISTORY_TITLE = 'Checkpoints of both runs, for fast seeking.';

/** Says how much memory the checkpoints take, and how much they may take. */
function historyText(): string {
  const mebibytes = (bytes: number) => formatCount(bytes / 2 ** 20);
  const taken = LANES.reduce((sum, lane) => sum + (lab.lanes.state(lane)?.historyBytes ?? 0), 0);
  return `history ${mebibytes(taken)} of ${mebibytes(LANES.length * SNAPSHOT_BYTES)} MiB`;
}

function TimelineMark({ mark }: { mark: PlacedMark }): ReactElement {
  const { lane, share, atNs, labelled, kind } = mark;
  const label = labelOf(mark);
  const title = `${label} at ${formatSeconds(atNs)}`;
  // Marks of events only become clickable when more controls are open. Until then, users seek to the events with the
  // slider and “Show me why”.
  const all = useUnfolded((state) => state.controls);
  const shown = {
    className: `mark mark-${lane} mark-${kind}`,
    style: { left: `${(share * 100).toFixed(3)}%` },
    title,
    children: labelled && <span className="mark-label">{label}</span>,
  };
  return kind !== 'switch' && !all ? (
    <span {...shown} />
  ) : (
    <button
      type="button"
      {...shown}
      aria-label={`Go to: ${title}`}
      onClick={() => goToMark(mark)}
    />
  );
}

function TypeSwitch(): ReactElement {
  const large = useTypeSize((state) => state.large);
  return (
    <button
      type="button"
      className="button button-icon type-switch expert"
      aria-label="Large type"
      aria-pressed={large}
      title="Large type, for a projector (G)"
      onClick={() => chooseLarge(!large)}
    >
      <span aria-hidden="true">Aa</span>
    </button>
  );
}
