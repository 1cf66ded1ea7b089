/**
 * Serves the app without its server, one complete version at a time. A version is used only after all of it is cached.
 * A new page gets the newest version; an open tab continues with its own.
 */

// The build prepends VERSION and FILES to this file.
declare const VERSION: string;
/** Files of this version, each with its digest, so that a file of another version is refused. */
declare const FILES: readonly (readonly [path: string, integrity: string])[];

/**
 * The parts of the service worker's types that are used here: TypeScript has them only in a library that conflicts with
 * the library for pages.
 */
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
/**
 * Prefix of the names of caches. It contains the scope, because other copies of the app may be in other folders of this
 * server.
 */
const PREFIX = `reclaim-lab ${scope} `;
const CACHE = PREFIX + VERSION;
/** Ids of the clients whose page has this version. */
const mine = new Set<string>();

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim().then(tellVersion));
});
// A client sends a message once it holds a lock on its version. Versions without a lock can be deleted.
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
    // The name of an asset contains a digest, so a copy in the HTTP cache is always valid. Most assets are there,
    // because the page has just fetched them.
    const kept = path.startsWith('assets/') ? 'default' : 'no-cache';
    return new Request(new URL(path, scope), { cache: kept, integrity });
  });
  try {
    await cache.addAll(requests);
  } catch (error) {
    // The server has another version by now, or storage is full: the previous version stays in use.
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

async function page(path: string, request: Request): Promise<Response> {
  const found = await caches.match(new URL(path, scope), { cacheName: CACHE });
  return found ?? fetch(request);
}

/** Returns a file for a client of this version or an earlier one. */
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
    // A cache without a lock may belong to the version that is being installed.
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
