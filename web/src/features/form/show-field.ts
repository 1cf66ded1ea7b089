/** Brings a field of the form into sight. */
import { idOf } from './context.ts';
import { nameOf, pathOf } from './paths.ts';

/** Opens the sections around a field and gives it the focus; where it is not shown, the group around it. */
export function showField(name: string): void {
  const path = pathOf(name) ?? [];
  for (let length = path.length; length > 0; length -= 1) {
    const element = document.getElementById(idOf(nameOf(path.slice(0, length))));
    if (element) {
      reveal(element);
      return;
    }
  }
}

function reveal(element: HTMLElement): void {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) {
      at.open = true;
    }
  }
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
}
