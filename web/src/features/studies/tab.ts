/** The data that the Studies page keeps in the tab about the study that is shown. */
import { tabStorage } from '../../core/storage/storage.ts';

/** Key for the link of the study whose runs continue when the Studies page shows it again. */
export const RUNNING_KEY = 'reclaim-lab.study-runs';
/** Key for the result that was opened from a file. */
export const FILE_KEY = 'reclaim-lab.study-file';

/** Returns a value from the tab's storage; null if it is absent or access is forbidden. */
export function tabValue(key: string): string | null {
  try {
    return tabStorage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Stores a value in the tab's storage, or removes it with null. If that is not possible, nothing happens. */
export function setTabValue(key: string, value: string | null): void {
  try {
    if (value === null) {
      tabStorage()?.removeItem(key);
    } else {
      tabStorage()?.setItem(key, value);
    }
  } catch {
    // The page works without the tab's storage.
  }
}
