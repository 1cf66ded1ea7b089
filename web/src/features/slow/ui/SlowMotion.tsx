/** Slow motion: one machine of a few hundred frames, one decision at a time. It covers the Lab while it is open. */
import { useLayoutEffect, useRef, type ReactElement } from 'react';

import { LANES, laneSetting, laneTitle, type LaneId } from '../../../core/lab/lanes.ts';
import { useLab } from '../../../core/lab/store.ts';
import { LISTS } from '../../../engine/types.ts';
import { Icon } from '../../../widgets/controls.tsx';
import { slow, type SlowMotion as Control } from '../control.ts';
import { outcomesOf, type Outcome, type Scene } from '../director.ts';
import { useSlow, PACES } from '../store.ts';
import { Aside } from './Aside.tsx';
import { RuleTable, SceneHeading, SceneTable } from './Tables.tsx';
import { BatchRow, ListTiles, PageCard, useMoves } from './Tiles.tsx';
import './slow.css';
import './stage.css';
import './aside.css';

/** Renders slow motion while it is open. */
export function SlowMotion(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const failure = useSlow((state) => state.failure);
  const scene = useSlow((state) => state.scenes[state.lane]);
  const largeType = useSlow((state) => state.largeType);
  const left = useRef(false);
  const leave = () => {
    left.current = true;
    dialog.current?.close();
    slow.close();
  };
  // The browser fires the close event later. By then slow motion may be open again, in a new dialog.
  const onClose = () => {
    if (!left.current) slow.close();
  };
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // No button has the focus at first, so that Space plays.
    main.current?.focus({ preventScroll: true });
    // Listen on the window, so that this handler runs before the Lab's, and works even when the focused button has
    // disappeared.
    const listener = (event: KeyboardEvent) => {
      onSlowKey(slow, leave, event);
      event.stopPropagation();
    };
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
  return (
    <dialog
      ref={dialog}
      className={largeType ? 'slow slow-large' : 'slow'}
      aria-labelledby="slow-title"
      onClose={onClose}
    >
      <Top onLeave={leave} />
      <main ref={main} className="slow-main" tabIndex={0} aria-label="The scene">
        {failure !== null && (
          <p className="message message-bad" role="alert">
            Slow motion cannot run this scenario. {failure}
          </p>
        )}
        {scene && (
          <>
            <SceneHeading scene={scene} />
            <Stage scene={scene} />
            <RuleTable scene={scene} />
          </>
        )}
      </main>
      {scene && <Aside scene={scene} />}
      {scene && <SlowTransport scene={scene} />}
    </dialog>
  );
}

export { slow } from '../control.ts';

function Top({ onLeave }: { onLeave: () => void }): ReactElement {
  const scenario = useSlow((state) => state.scenario);
  const shownLane = useSlow((state) => state.lane);
  const largeType = useSlow((state) => state.largeType);
  const catalogue = useLab((state) => state.catalogue);
  return (
    <header className="slow-top">
      <h1 className="brand" id="slow-title">
        Slow motion
      </h1>
      <p className="slow-machine quiet">{scenario?.title}</p>
      <div className="slow-lanes" role="group" aria-label="Lane">
        {scenario &&
          LANES.map((lane) => (
            <button
              key={lane}
              type="button"
              className="button slow-lane"
              aria-pressed={lane === shownLane}
              onClick={() => slow.showLane(lane)}
            >
              <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
              <span className="slow-lane-title">
                {laneTitle(catalogue, laneSetting(scenario, lane), 0)}
              </span>
            </button>
          ))}
      </div>
      <button
        type="button"
        className="button"
        aria-pressed={largeType}
        onClick={() => useSlow.setState({ largeType: !largeType })}
      >
        Large type
      </button>
      <button type="button" className="button" onClick={onLeave}>
        Back to the Lab
      </button>
    </header>
  );
}

const INACTIVE_FILE = 2;

function Stage({ scene }: { scene: Scene }): ReactElement {
  const stage = useRef<HTMLElement>(null);
  useMoves(stage, scene);
  const list = scene.batch?.list ?? INACTIVE_FILE;
  return (
    <section ref={stage} className="card stage" aria-label="The lists and the batch">
      <div aria-hidden="true">
        <ListTiles scene={scene} list={list} />
        <ListTiles scene={scene} list={list + 1} small />
        <BatchRow scene={scene} />
        {scene.kind === 'judged' && <PageCard scene={scene} />}
      </div>
      <Outcomes scene={scene} />
      <ul className="letters quiet" aria-label="Letters on pages">
        <li>d dirty</li>
        <li>w under writeback</li>
        <li>r used: PG_referenced or a young PTE</li>
        <li>a active</li>
        <li>R PG_reclaim</li>
      </ul>
      <SceneTable scene={scene} lists={LISTS.length} />
    </section>
  );
}

const BOXES: readonly (readonly [id: Outcome | 'rotated', name: string, what: string])[] = [
  ['freed', 'freed', 'back to the free list'],
  ['written', 'written', 'its write starts at once'],
  ['kept', 'kept', 'head of the inactive list'],
  ['activated', 'activated', 'head of the active list'],
  [
    'rotated',
    'rotated after its write',
    'tail of the inactive list, freed next; counted since the batch began',
  ],
];

/** Renders the boxes of the outcomes. */
function Outcomes({ scene }: { scene: Scene }): ReactElement {
  const lane = useSlow((state) => state.lane);
  const answer = useSlow((state) => state.answer);
  const { batch, kind, events } = scene;
  const counts = batch ? outcomesOf(batch) : null;
  const isRotation = events[0]?.reason === 'Rotated';
  const fate = kind === 'judged' || isRotation ? events[0]?.fate : undefined;
  // Between batches, count only the pages of this scene.
  const rotated = batch?.rotated ?? (isRotation ? events.length : 0);
  const otherFate = answer?.kind === 'decided' ? answer.decision.fate : undefined;
  const other = lane === 'a' ? 'b' : 'a';
  return (
    <dl className="outcomes">
      {BOXES.map(([id, name, what]) => (
        <div
          key={id}
          className={`outcome outcome-${id}`}
          data-outcome={id}
          data-now={fate === id ? 'yes' : undefined}
        >
          <dt>
            {name} {fate === id && <Goes lane={lane} />} {otherFate === id && <Goes lane={other} />}
          </dt>
          <dd className="outcome-count number">
            {(id === 'rotated' ? rotated : counts?.[id]) ?? 0}
          </dd>
          <dd className="outcome-what quiet">{what}</dd>
        </div>
      ))}
    </dl>
  );
}

function Goes({ lane }: { lane: LaneId }): ReactElement {
  return (
    <span className={`badge badge-${lane}`} title={`This page in lane ${lane.toUpperCase()}`}>
      {lane.toUpperCase()}
    </span>
  );
}

const PACE_NAMES: Readonly<Record<number, string>> = {
  2: '1 decision per 2 s',
  1: '1 decision per second',
  0.5: '2 decisions per second',
  0.2: '5 decisions per second',
};

/** Renders the controls at the bottom: back and forward, play, speed, batches. */
function SlowTransport({ scene }: { scene: Scene }): ReactElement {
  const playing = useSlow((state) => state.playing);
  const pace = useSlow((state) => state.pace);
  const extent = useSlow((state) => state.extent);
  const remark = useSlow((state) => state.remark);
  const byHand = (move: () => void) => () => {
    slow.play(false);
    move();
  };
  return (
    <footer className="slow-transport">
      <button
        type="button"
        className="button button-icon slow-back"
        aria-label="Previous scene"
        title="Previous scene (←)"
        onClick={byHand(() => slow.back())}
      >
        <Icon name="step" />
      </button>
      <button
        type="button"
        className="button button-play"
        aria-label={playing ? 'Pause' : 'Play'}
        title={playing ? 'Pause (space)' : 'Play (space)'}
        onClick={() => slow.play(!playing)}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        className="button button-icon"
        aria-label="Next scene"
        title="Next scene (→)"
        onClick={byHand(() => slow.forward())}
      >
        <Icon name="step" />
      </button>
      <select
        className="speed number"
        aria-label="Speed"
        title={`Speed (1 to ${PACES.length})`}
        value={String(pace)}
        onChange={(event) => slow.setPace(Number(event.target.value))}
      >
        {PACES.map((value) => (
          <option key={value} value={String(value)}>
            {PACE_NAMES[value]}
          </option>
        ))}
      </select>
      <button type="button" className="button" onClick={byHand(() => slow.nextBatch())}>
        Next batch
      </button>
      <button type="button" className="button" onClick={byHand(() => slow.nextMixedBatch())}>
        Next mixed batch
      </button>
      <button
        type="button"
        className="button"
        title="Runs the small machines again from 0 s"
        onClick={() => slow.restart()}
      >
        Restart
      </button>
      <label className="slow-extent">
        <input
          type="checkbox"
          checked={extent === 'everything'}
          onChange={(event) => slow.setExtent(event.target.checked ? 'everything' : 'reclaim')}
        />
        Show scenes between batches
      </label>
      <p className="slow-remark" role="status">
        {remark}
      </p>
      <p className="slow-place quiet number">
        {scene.batch ? `batch ${scene.batch.number} · ` : ''}scene {scene.number}
      </p>
      <ul className="slow-keys quiet" aria-label="Keys">
        {SLOW_KEYS.map(([keys, what]) => (
          <li key={keys}>
            <kbd>{keys}</kbd> {what}
          </li>
        ))}
      </ul>
    </footer>
  );
}

// The keyboard in slow motion.

/** The keys, for the line that lists them. */
const SLOW_KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['→ ←', 'next scene, previous scene'],
  ['Space', 'play or pause'],
  ['B', 'next batch'],
  ['M', 'next mixed batch'],
  [`1–${PACES.length}`, 'speed'],
  ['L', 'other lane'],
  ['Esc', 'back to the Lab'],
];

/** Whether the focused control handles a key itself. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target.closest('select, textarea') !== null) {
    return true;
  }
  return key === ' ' && target.closest('button, input, a, summary') !== null;
}

/** Handles a key of `SLOW_KEYS`; `leave` closes the dialog. */
function onSlowKey(slow: Control, leave: () => void, event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isTaken(event)) {
    return;
  }
  const { playing, lane } = useSlow.getState();
  const stepping = (move: () => void) => {
    slow.play(false);
    move();
  };
  switch (event.key) {
    case 'ArrowRight':
      stepping(() => slow.forward());
      break;
    case 'ArrowLeft':
      stepping(() => slow.back());
      break;
    case ' ':
      slow.play(!playing);
      break;
    case 'b':
    case 'B':
      stepping(() => slow.nextBatch());
      break;
    case 'm':
    case 'M':
      stepping(() => slow.nextMixedBatch());
      break;
    case 'l':
    case 'L':
      slow.showLane(lane === 'a' ? 'b' : 'a');
      break;
    case 'Escape':
      leave();
      break;
    default:
      if (!/^[1-9]$/.test(event.key) || Number(event.key) > PACES.length) {
        return;
      }
      slow.setPaceNumber(Number(event.key));
  }
  event.preventDefault();
}
