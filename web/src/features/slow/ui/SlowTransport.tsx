/** The bottom of slow motion: there and back, play, speed, batches. */
import type { ReactElement } from 'react';

import { Icon } from '../../../widgets/icons.tsx';
import { slow } from '../control.ts';
import type { Scene } from '../scene.ts';
import { PACES, useSlow } from '../store.ts';
import { SLOW_KEYS } from './keys.ts';

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
