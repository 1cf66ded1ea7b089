/** Plain or large type; large type is for a projector. */
import { create } from 'zustand';

import { ask, Part } from './parts.tsx';

const KEY = 'reclaim-lab.type';

/** The styles of large type. */
export const largeTypePart = new Part('Large type', () => import('../base/styles/large.css'));

export const useTypeSize = create<{ large: boolean }>()(() => ({ large: remembered() }));

function remembered(): boolean {
  try {
    return window.localStorage.getItem(KEY) === 'large';
  } catch {
    return false;
  }
}

/** Chooses the type size, and stores the choice if the browser allows it. */
export function chooseLarge(large: boolean): void {
  try {
    if (large) {
      window.localStorage.setItem(KEY, 'large');
    } else {
      window.localStorage.removeItem(KEY);
    }
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  useTypeSize.setState({ large });
  void startTypeSize();
}

/** Applies the type size to the page; the styles of large type are loaded only if chosen. */
export async function startTypeSize(): Promise<void> {
  if (useTypeSize.getState().large && !(await ask(largeTypePart))) {
    useTypeSize.setState({ large: false });
  }
  const { large } = useTypeSize.getState();
  document.documentElement.dataset['type'] = large ? 'large' : 'plain';
  // Charts and pointer positions use pixels of the screen, so make them update.
  window.dispatchEvent(new Event('resize'));
}

/** Returns the zoom factor of an element; 1 if the browser does not report it. */
export function zoomOf(element: Element & { currentCSSZoom?: number }): number {
  return element.currentCSSZoom ?? 1;
}
