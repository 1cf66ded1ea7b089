/** What a person has unfolded on the page: it is unfolded again at the next visit. */
import { create } from 'zustand';

/** Parts that are folded until somebody opens them. */
export interface Unfolded {
  /** Steps, search and other controls of the transport, where there is room for them. */
  controls: boolean;
  /** Tasks, devices and decisions. */
  details: boolean;
  /** The mechanisms in which the lanes do not differ. */
  mechanisms: boolean;
}

const KEY = 'reclaim-lab.unfolded';
const FOLDED: Unfolded = { controls: false, details: false, mechanisms: false };

/** Which are. */
export const useUnfolded = create<Unfolded>()(() => ({ ...FOLDED, ...kept() }));

/** Unfolds a part, or folds it. */
export function unfold(part: keyof Unfolded, open: boolean): void {
  if (useUnfolded.getState()[part] === open) {
    return;
  }
  useUnfolded.setState({ [part]: open });
  try {
    window.localStorage.setItem(KEY, JSON.stringify(useUnfolded.getState()));
  } catch {
    // Without storage all is folded at the next visit.
  }
}

/** Folds all, as at the first visit. */
export function foldAll(): void {
  for (const part of ['controls', 'details', 'mechanisms'] as const) {
    unfold(part, false);
  }
}

function kept(): Partial<Unfolded> {
  try {
    const found = JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as unknown;
    const parts = Object.entries(typeof found === 'object' && found !== null ? found : {});
    return Object.fromEntries(
      parts.filter(([part, open]) => part in FOLDED && typeof open === 'boolean'),
    );
  } catch {
    return {};
  }
}
