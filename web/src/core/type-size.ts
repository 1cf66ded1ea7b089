/** Plain or large type: large is for a room that looks at a projector. */
import { create } from 'zustand';

import { ask, Part } from './parts.tsx';

const KEY = 'reclaim-lab.type';

/** Its styles. */
export const largeTypePart = new Part('Large type', () => import('../base/styles/large.css'));

/** The type in force. */
export const useTypeSize = create<{ large: boolean }>()(() => ({ large: remembered() }));

function remembered(): boolean {
  try {
    return window.localStorage.getItem(KEY) === 'large';
  } catch {
    return false;
  }
}

/** Chooses the type and remembers it, where the browser lets us. */
export function chooseLarge(large: boolean): void {
  try {
    if (large) {
      window.localStorage.setItem(KEY, 'large');
    } else {
      window.localStorage.removeItem(KEY);
    }
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  useTypeSize.setState({ large });
  void startTypeSize();
}

/** Puts the type on the page; styles of large type are fetched for who chose it. */
export async function startTypeSize(): Promise<void> {
  if (useTypeSize.getState().large && !(await ask(largeTypePart))) {
    useTypeSize.setState({ large: false });
  }
  const { large } = useTypeSize.getState();
  document.documentElement.dataset['type'] = large ? 'large' : 'plain';
  // Charts and pointers are laid out in pixels of the screen.
  window.dispatchEvent(new Event('resize'));
}

/** By how much large type enlarges an element; 1 where the browser does not say. */
export function zoomOf(element: Element & { currentCSSZoom?: number }): number {
  return element.currentCSSZoom ?? 1;
}
