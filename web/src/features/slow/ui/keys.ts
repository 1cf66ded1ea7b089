/** The keyboard in slow motion. */
import type { SlowMotion } from '../control.ts';
import { PACES, useSlow } from '../store.ts';

/** The keys, for the line that names them. */
export const SLOW_KEYS: readonly (readonly [keys: string, what: string])[] = [
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
