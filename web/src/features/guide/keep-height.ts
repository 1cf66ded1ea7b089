/** Keeps the space of the outcome as high as its longest text so far, so that the maps below it do not move. */
import { useEffect, type RefObject } from 'react';

/**
 * Keeps the parent of an element at least as high as it has been since `opened` changed; a new width starts over, because
 * its lines break elsewhere.
 */
export function useKeptHeight(inside: RefObject<HTMLElement | null>, opened: unknown): void {
  useEffect(() => {
    const room = inside.current?.parentElement;
    if (!room) {
      return undefined;
    }
    let width = 0;
    let height = 0;
    const observer = new ResizeObserver(() => {
      if (room.offsetWidth !== width) {
        width = room.offsetWidth;
        height = 0;
        room.style.minHeight = '';
      }
      // `offsetHeight` is rounded, and a fraction of a pixel would move the maps, too.
      const now = room.getBoundingClientRect().height;
      if (now > height) {
        height = now;
        room.style.minHeight = `${height}px`;
      }
    });
    observer.observe(room);
    return () => {
      observer.disconnect();
      room.style.minHeight = '';
    };
  }, [inside, opened]);
}
