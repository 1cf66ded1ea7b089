/** Registers the service worker, and shows when there is a newer version. */
import { tellOnce } from '../../core/storage/storage.ts';
import { useVersion } from '../../core/storage/first-load.ts';

function isVersion(value: unknown): value is { version: string } {
  return typeof value === 'object' && value !== null && 'version' in value;
}

/** Starts the service worker of a built page. Without one, the app works but needs its server. */
export async function startOffline(): Promise<void> {
  const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
  if (version === undefined || !('serviceWorker' in navigator)) {
    return;
  }
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isVersion(data) && data.version !== version) {
      useVersion.setState({ newer: true });
    }
  });
  serviceWorker.startMessages();
  try {
    const registration = await serviceWorker.register('sw.js', { updateViaCache: 'none' });
    const { installing, active } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && !active) {
        tellOnce(
          'offline',
          'The app was not saved for offline use, because storage is full or the connection was lost. It opens only while the server can be reached.',
        );
      }
    });
    holdVersion(`reclaim-lab ${registration.scope} ${version}`);
    // Browsers check for updates too, but not while the service worker is busy.
    const look = () => {
      if (serviceWorker.controller && document.visibilityState === 'visible') {
        // Ignore errors: without the server there is no newer version.
        registration.update().catch(() => undefined);
      }
    };
    document.addEventListener('visibilitychange', look);
    look();
  } catch (error) {
    console.warn('The app was not saved for offline use:', error);
  }
}

/**
 * Holds a lock until the page is left, so that the service worker does not delete this version. A page in the
 * back/forward cache holds no lock: otherwise the browser would evict the page when another page requests a lock.
 */
function holdVersion(lock: string): void {
  let release = () => undefined as void;
  const hold = () =>
    void navigator.locks.request(lock, { mode: 'shared' }, () => {
      navigator.serviceWorker.controller?.postMessage('here');
      return new Promise<void>((resolve) => (release = resolve));
    });
  window.addEventListener('pagehide', () => release());
  window.addEventListener('pageshow', ({ persisted }) => persisted && hold());
  hold();
}
