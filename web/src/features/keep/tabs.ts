/** Hears of other tabs with the Lab. */
import { SESSION_KEY } from '../../core/storage/session.ts';
import { tellOnce } from '../../core/storage/storage.ts';

window.addEventListener('storage', ({ key }) => {
  // No tab hears of what it has written itself.
  if (key === SESSION_KEY) {
    tellOnce(
      'tabs',
      'Reclaim Lab is open in another tab too. Each tab has a run of its own, and its link; as your last session that of the tab is kept which was used last.',
    );
  }
});
