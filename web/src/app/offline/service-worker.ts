/**
 * Serves the app without its server, one whole version at a time. A version is kept entire before any of it is
 * used; whoever opens a page gets the newest one, and a tab that is open goes on with its own.
 */

// Both are written in front of this file when the app is built.
declare const VERSION: string;
/** Files of this version, and what of each has to be what it was when the app was built. */
declare const FILES: readonly (readonly [path: string, integrity: string])[];

/** As much as is used of what TypeScript knows only instead of the page's names. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Event {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
}
interface Client {
  postMessage(message: unknown): void;
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<Client[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'message', listener: (event: Lasting & MessageEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
}
const worker = globalThis as unknown as WorkerScope;

const { scope } = worker.registration;
/** Other copies of the app may stand in other folders of this server. */
const PREFIX = `reclaim-lab ${scope} `;
const CACHE = PREFIX + VERSION;
/** Clients that have their page of this version. */
const mine = new Set<string>();

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim().then(tellVersion));
});
// Whoever says that it is there holds a lock on its version: what nobody holds can go.
worker.addEventListener('message', (event) => event.waitUntil(tellVersion().then(tidy)));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || !href.startsWith(scope)) {
    return;
  }
  const path = pathname.slice(new URL(scope).pathname.length);
  if (request.mode !== 'navigate') {
    event.respondWith(file(request, event.clientId));
  } else if (
    ['', 'index.html', 'results.html', 'studies.html'].includes(path) &&
    !searchParams.has('embed')
  ) {
    mine.add(event.resultingClientId);
    event.respondWith(page(path === '' ? 'index.html' : path, request));
  }
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const requests = FILES.map(([path, integrity]) => {
    // The name of an asset says what is in it: the page has just fetched most of them.
    const kept = path.startsWith('assets/') ? 'default' : 'no-cache';
    return new Request(new URL(path, scope), { cache: kept, integrity });
  });
  try {
    await cache.addAll(requests);
  } catch (error) {
    // A mixture of versions, or no room: what was there goes on.
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

async function page(path: string, request: Request): Promise<Response> {
  const found = await caches.match(new URL(path, scope), { cacheName: CACHE });
  return found ?? fetch(request);
}

/** A file, for a client of this version or of one before. */
async function file(request: Request, client: string): Promise<Response> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const cacheName of mine.has(client) ? [CACHE, ...others] : [...others, CACHE]) {
    const found = await caches.match(request, { cacheName, ignoreVary: true });
    if (found) {
      return found;
    }
  }
  return fetch(request);
}

async function tellVersion(): Promise<void> {
  for (const client of await worker.clients.matchAll()) {
    client.postMessage({ version: VERSION });
  }
}

async function tidy(): Promise<void> {
  const { installing, waiting } = worker.registration;
  if (installing || waiting) {
    // The cache that nobody holds yet may be the next version's.
    return;
  }
  const { held = [] } = await navigator.locks.query();
  const used = new Set([CACHE, ...held.map(({ name }) => name)]);
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && !used.has(name)) {
      await caches.delete(name);
    }
  }
}
