/** As much about what this browser keeps as the first load needs: what does the keeping is fetched later. */
import { create } from 'zustand';

/** Where the last session of the Lab is kept. */
export const SESSION_KEY = 'reclaim-lab.session';

/** Whether there is a newer version of the app than the one that this tab runs. */
export const useVersion = create<{ newer: boolean }>()(() => ({ newer: false }));

interface SessionStore {
  /** The page shows the last session because no link was opened, until the person has seen that. */
  restored: boolean;
  /** Another tab has kept its run where this one keeps its own; told once. */
  otherTab: 'heard' | 'dismissed' | null;
}

/** What there is to say of the session that is kept. */
export const useSession = create<SessionStore>()(() => ({ restored: false, otherTab: null }));

/** What went wrong with what is kept, in sentences that were not dismissed yet; each kind is told once. */
export const useTroubles = create<{ troubles: readonly string[] }>()(() => ({ troubles: [] }));

/** Whether there may be a last session. */
export function sessionIsKept(): boolean {
  try {
    return window.localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}
