/** A ring around what is spoken of. */
import type { ReactElement } from 'react';

import type { Box } from './targets.ts';
import './ring.css';

/** Room between the element and its ring, CSS pixels. */
const ROOM = 3;

/** How far down there is something to ring: on a phone what scrolls goes below the controls that stay, and so does its ring. */
function floorOf(box: Box): number {
  const bar = document.querySelector('.transport');
  if (bar && getComputedStyle(bar).position === 'fixed') {
    const { top } = bar.getBoundingClientRect();
    return box.top >= top ? window.innerHeight : Math.min(top, window.innerHeight);
  }
  return window.innerHeight;
}

/** The ring; the page below it stays as it is and can be used. */
export function Ring({ box, dim = false }: { box: Box; dim?: boolean }): ReactElement | null {
  const left = Math.max(2, box.left - ROOM);
  const top = Math.max(2, box.top - ROOM);
  const right = Math.min(document.documentElement.clientWidth - 2, box.left + box.width + ROOM);
  const bottom = Math.min(floorOf(box) - 2, box.top + box.height + ROOM);
  if (bottom <= top) {
    return null;
  }
  return (
    <div
      className={`ring${dim ? ' ring-dim' : ''}`}
      aria-hidden="true"
      style={{ left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }}
    />
  );
}
