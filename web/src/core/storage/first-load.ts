/** The part of the session storage that the first load needs; the rest is loaded later. */
import { create } from 'zustand';

/** Storage key of the last session of the Lab. */
export const SESSION_KEY = 'reclaim-lab.session';

/** Whether there is a newer version of the app than the version in this tab. */
export const useVersion = create<{ newer: boolean }>()(() => ({ newer: false }));

interface SessionStore {
  /**
   * Whether the page restored the last session, because no link was opened; reset once the user has dismissed the
   * notice.
   */
  restored: boolean;
  /** Whether another tab has replaced the stored run of this tab by its own; the page reports this once. */
  otherTab: 'heard' | 'dismissed' | null;
}

/** Notices about the stored session. */
export const useSession = create<SessionStore>()(() => ({ restored: false, otherTab: null }));

/** Problems with stored data that the user has not dismissed yet; each kind is reported once. */
export const useTroubles = create<{ troubles: readonly string[] }>()(() => ({ troubles: [] }));

/** Whether there may be a stored session. */
export function sessionIsKept(): boolean {
  try {
    return window.localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}
