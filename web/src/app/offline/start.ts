/** Keeps this version of the app in the browser, and hears of newer ones. */
import { tellOnce } from '../../core/storage/storage.ts';
import { useVersion } from '../../core/storage/first-load.ts';

function isVersion(value: unknown): value is { version: string } {
  return typeof value === 'object' && value !== null && 'version' in value;
}

/** Starts the service worker of a built page. Where there can be none the app needs its server, as it did before. */
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
          'The app was not saved for offline use: storage is full, or the connection was lost. Without the server it will not open.',
        );
      }
    });
    holdVersion(`reclaim-lab ${registration.scope} ${version}`);
    // Browsers look by themselves too, but put it off for as long as the worker has something to do.
    const look = () => {
      if (serviceWorker.controller && document.visibilityState === 'visible') {
        // Without the server there is no newer version to be had.
        registration.update().catch(() => undefined);
      }
    };
    document.addEventListener('visibilitychange', look);
    look();
  } catch (error) {
    console.warn('The app is not kept in this browser:', error);
  }
}

/**
 * Holds a lock until the page is left, so that the service worker does not delete this version. A page that the browser keeps
 * for the way back holds none: the browser would drop it when another page asks for a lock.
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
