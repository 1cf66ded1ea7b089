/** The bottom of slow motion: there and back, play, speed, batches. */
import type { ReactElement } from 'react';

import { Icon } from '../../../widgets/controls.tsx';
import { slow, type SlowMotion } from '../control.ts';
import type { Scene } from '../director.ts';
import { PACES, useSlow } from '../store.ts';

const PACE_NAMES: Readonly<Record<number, string>> = {
  2: 'one decision in 2 s',
  1: 'one decision a second',
  0.5: '2 decisions a second',
  0.2: '5 decisions a second',
};

/** The controls. */
export function SlowTransport({ scene }: { scene: Scene }): ReactElement {
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
        aria-label="A scene back"
        title="A scene back (←)"
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
        aria-label="A scene on"
        title="A scene on (→)"
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
      <button type="button" className="button" onClick={() => slow.restart()}>
        Restart
      </button>
      <label className="slow-extent">
        <input
          type="checkbox"
          checked={extent === 'everything'}
          onChange={(event) => slow.setExtent(event.target.checked ? 'everything' : 'reclaim')}
        />
        Also between batches
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

/** The keys, for the line that names them. */
const SLOW_KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['→ ←', 'a scene on, back'],
  ['Space', 'play'],
  ['B', 'next batch'],
  ['M', 'next mixed batch'],
  [`1–${PACES.length}`, 'speed'],
  ['L', 'other lane'],
  ['Esc', 'back to the Lab'],
];

/** Whether a key belongs to the control that has the focus. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target.closest('select, textarea') !== null) {
    return true;
  }
  return key === ' ' && target.closest('button, input, a, summary') !== null;
}

/** Does what `SLOW_KEYS` says; `leave` closes the dialog. */
export function onSlowKey(slow: SlowMotion, leave: () => void, event: KeyboardEvent): void {
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
