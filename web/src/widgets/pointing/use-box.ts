/** Follows an element that is pointed at, wherever the page scrolls or grows. */
import { useSyncExternalStore } from 'react';

import { ticks } from '../../core/time/ticks.ts';
import { boxAround, elementsOf, type Box, type Point } from './targets.ts';

function listen(listener: () => void): () => void {
  const observer = new ResizeObserver(listener);
  observer.observe(document.body);
  window.addEventListener('scroll', listener, { capture: true, passive: true });
  window.addEventListener('resize', listener);
  // What runs may bring parts of the page or take them away.
  const stop = ticks.listen('text', listener);
  return () => {
    observer.disconnect();
    window.removeEventListener('scroll', listener, { capture: true });
    window.removeEventListener('resize', listener);
    stop();
  };
}

/** The box around what is pointed at; null while that is not on the page. */
export function useBox(point: Point | null): Box | null {
  const key = useSyncExternalStore(listen, () => {
    const box = point && boxAround(elementsOf(point));
    return box ? [box.left, box.top, box.width, box.height].map(Math.round).join(' ') : '';
  });
  const [left, top, width, height] = key.split(' ').map(Number);
  return left === undefined || top === undefined || width === undefined || height === undefined
    ? null
    : { left, top, width, height };
}
