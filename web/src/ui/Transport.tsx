/** The bottom: virtual time. */
import { useState, type ReactElement } from 'react';

import { formatDuration, formatSeconds, formatSpeed } from '../lab/format.ts';
import { LANES } from '../lab/lanes.ts';
import { lab } from '../lab/lab.ts';
import { SPEEDS, useLab } from '../lab/store.ts';
import { useTick } from '../lab/ticks.ts';
import { Icon } from './icons.tsx';
import { placeMarks, type PlacedMark } from './marks.ts';

/** The controls of virtual time. */
export function Transport(): ReactElement {
  const playing = useLab((state) => state.playing);
  const speed = useLab((state) => state.speed);
  const ready = useLab((state) => state.scenario !== null && state.failure === null);
  return (
    <footer className="transport" aria-label="Virtual time">
      <button
        type="button"
        className="button button-icon"
        aria-label="Restart"
        title="Restart (R)"
        disabled={!ready}
        onClick={() => lab.restart()}
      >
        <Icon name="restart" />
      </button>
      <button
        type="button"
        className="button button-play"
        aria-label={playing ? 'Pause' : 'Play'}
        title={playing ? 'Pause (space)' : 'Play (space)'}
        disabled={!ready}
        onClick={() => lab.play(!playing)}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        className="button button-icon"
        aria-label="Step one event"
        title="Step one event (→)"
        disabled={!ready}
        onClick={() => lab.step()}
      >
        <Icon name="step" />
      </button>
      <select
        className="speed number"
        aria-label="Speed: virtual time against real time"
        title="Virtual time against real time (↑ and ↓)"
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
    </footer>
  );
}

/** End of the timeline: the end of the run as far as it is known, else somewhat beyond now. */
function endNs(nowNs: number, untilMs: number | null | undefined): { ns: number; sure: boolean } {
  const estimates = LANES.map((lane) => lab.lanes.state(lane)?.estimateNs() ?? null);
  const known = estimates.filter((estimate) => estimate !== null);
  const limit = untilMs ? untilMs * 1e6 : Infinity;
  const sure = LANES.every((lane) => lab.lanes.state(lane)?.finished ?? false);
  if (known.length === 0) {
    return { ns: Math.min(limit, Math.max(nowNs * 1.25, 60e9)), sure: false };
  }
  return { ns: Math.min(limit, Math.max(...known, nowNs)), sure };
}

function Timeline(): ReactElement {
  useTick('text');
  const marks = useLab((state) => state.marks);
  const scenario = useLab((state) => state.scenario);
  const goalNs = useLab((state) => state.goalNs);
  const [dragNs, setDragNs] = useState<number | null>(null);
  const nowNs = lab.lanes.nowNs();
  const end = endNs(nowNs, scenario?.until_ms);
  const shownNs = dragNs ?? nowNs;
  const commit = () => {
    if (dragNs !== null) {
      setDragNs(null);
      lab.goTo(dragNs);
    }
  };
  return (
    <>
      <div className="timeline">
        <div className="marks">
          {placeMarks(marks, end.ns).map((mark) => (
            <TimelineMark key={`${mark.lane}-${mark.name}`} mark={mark} />
          ))}
        </div>
        <div className="track" aria-hidden="true">
          <div
            className="track-fill"
            style={{ transform: `scaleX(${Math.min(1, nowNs / end.ns).toFixed(5)})` }}
          />
        </div>
        <input
          type="range"
          aria-label="Go to a moment"
          aria-valuetext={formatSeconds(shownNs)}
          title="Go to a moment: the run is computed up to there"
          min={0}
          max={Math.round(end.ns / 1e6)}
          step={100}
          value={Math.round(shownNs / 1e6)}
          onChange={(event) => setDragNs(Number(event.target.value) * 1e6)}
          onPointerUp={commit}
          onKeyUp={commit}
          onBlur={commit}
        />
      </div>
      <p className="clock number">
        <strong data-testid="now">
          {nowNs < 1e9 ? formatDuration(nowNs) : formatSeconds(nowNs)}
        </strong>{' '}
        <span className="quiet">
          {goalNs === null
            ? `of ${end.sure ? '' : 'about '}${formatSeconds(end.ns, 0)}`
            : `→ ${formatSeconds(goalNs)}`}
        </span>
      </p>
    </>
  );
}

function TimelineMark({ mark }: { mark: PlacedMark }): ReactElement {
  const { lane, share, text, atNs, labelled } = mark;
  const title = `${text} (${lane.toUpperCase()}) at ${formatSeconds(atNs)}`;
  return (
    <button
      type="button"
      className={`mark mark-${lane}`}
      style={{ left: `${(share * 100).toFixed(3)}%` }}
      title={title}
      aria-label={`Go to: ${title}`}
      onClick={() => lab.goTo(atNs)}
    >
      {labelled && <span className="mark-label">{`${text} (${lane.toUpperCase()})`}</span>}
    </button>
  );
}
