/** Handles the keyboard. */
import type { Lab } from '../core/lab/lab.ts';
import { showAll, unpin } from '../core/lab/map-view.ts';
import { SPEEDS, STEPS, useLab, type StepBy } from '../core/lab/store.ts';
import { request } from '../core/parts.tsx';
import { chooseLarge, useTypeSize } from '../core/type-size.ts';
import { useLessons } from '../features/lessons/store.ts';

/** Whether the focused control handles a key itself. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (
    target.closest('dialog[open], textarea, select, input:not([type="checkbox"])') ||
    target.isContentEditable
  ) {
    return true;
  }
  return key === ' ' && target.closest('input, button, summary, a') !== null;
}

function nextStep(stepBy: StepBy): StepBy {
  const units = Object.keys(STEPS) as StepBy[];
  return units[(units.indexOf(stepBy) + 1) % units.length] ?? 'event';
}

/** Handles a keyboard shortcut. KeysDialog.tsx lists them all. */
export function onKey(lab: Lab, event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented || isTaken(event)) {
    return;
  }
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() === 'z') {
      event.preventDefault();
      if (event.shiftKey) {
        lab.changes.redo();
      } else {
        lab.changes.undo();
      }
    }
    return;
  }
  const { speed, scenario, pin, mapView } = useLab.getState();
  if (!scenario) {
    return;
  }
  const faster = SPEEDS.indexOf(speed);
  switch (event.key) {
    case ' ':
      lab.toggle();
      break;
    case 'ArrowRight':
      if (event.shiftKey) {
        lab.goTo(lab.lanes.nowNs() + 1e9);
      } else {
        lab.stepBy(1);
      }
      break;
    case 'ArrowLeft':
      if (event.shiftKey) {
        lab.goTo(Math.max(0, lab.lanes.nowNs() - 1e9));
      } else {
        lab.stepBy(-1);
      }
      break;
    case 'u':
    case 'U':
      useLab.setState({ stepBy: nextStep(useLab.getState().stepBy) });
      break;
    case '/':
      useLab.setState({ searchShown: true });
      break;
    case 'Escape':
      if (pin !== null) {
        unpin();
      } else if (mapView !== null) {
        showAll();
      } else {
        return;
      }
      break;
    case 'ArrowUp':
      lab.setSpeed(SPEEDS[Math.min(faster + 1, SPEEDS.length - 1)] ?? speed);
      break;
    case 'ArrowDown':
      lab.setSpeed(SPEEDS[Math.max(faster - 1, 0)] ?? speed);
      break;
    case 'r':
    case 'R':
      lab.restart();
      break;
    case 'v':
    case 'V':
      useLab.setState({ countersShown: true });
      break;
    case 'g':
    case 'G':
      chooseLarge(!useTypeSize.getState().large);
      break;
    case 'p':
    case 'P':
      request('report');
      break;
    case 't':
    case 'T':
      request('tour');
      break;
    case 'l':
    case 'L':
      useLessons.setState({ listShown: true });
      break;
    case 's':
    case 'S':
      request('slow-motion');
      break;
    case '?':
      useLab.setState({ keysShown: true });
      break;
    default:
      return;
  }
  event.preventDefault();
}
