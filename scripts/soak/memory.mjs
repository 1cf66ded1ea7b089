/** Memory use of the page, measured after garbage collection. */
import { readFileSync } from 'node:fs';

/** @typedef {import('@playwright/test').CDPSession} Session */

/**
 * Bytes at one moment.
 * @typedef {object} Memory
 * @property {number} heap JavaScript objects of the page and its workers
 * @property {number} buffers outside of the heap: memory of the engines, and checkpoints of it
 * @property {number} process resident memory of the page's process; 0 if the system does not report it
 */

/** @typedef {{ sessionId: string, resolve: (answer: any) => void }} Question */

/** Measures the memory of a page and of each of its workers, through Chromium's DevTools protocol. */
export class MemoryMeter {
  #page;
  #browser;
  /** @type {Set<string>} sessions of the live workers */
  #workers = new Set();
  /** Requests to workers that are not answered yet, by number. @type {Map<number, Question>} */
  #questions = new Map();
  #count = 0;

  /**
   * @param {Session} page
   * @param {Session} browser
   */
  constructor(page, browser) {
    this.#page = page;
    this.#browser = browser;
    page.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') this.#workers.add(sessionId);
    });
    page.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.#workers.delete(sessionId);
      // The worker ended before it answered: workers end when they have no further work.
      for (const question of this.#questions.values()) {
        if (question.sessionId === sessionId) question.resolve(undefined);
      }
    });
    page.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message);
      this.#questions.get(id)?.resolve(result);
      this.#questions.delete(id);
    });
  }

  /** @param {import('@playwright/test').Page} page */
  static async of(page) {
    const browser = page.context().browser();
    if (!browser) throw new Error('The page has no browser of its own');
    const meter = new MemoryMeter(
      await page.context().newCDPSession(page),
      await browser.newBrowserCDPSession(),
    );
    await meter.#page.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    });
    return meter;
  }

  /** @returns {Promise<Memory>} */
  async measure() {
    const asks = [
      (/** @type {any} */ method) => this.#page.send(method),
      ...[...this.#workers].map(
        (id) => (/** @type {string} */ method) => this.#askWorker(id, method),
      ),
    ];
    const memory = { heap: 0, buffers: 0, process: await this.#process() };
    for (const ask of asks) {
      // Collect twice: after the first collection, more objects may be collectable.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
      const usage = await ask('Runtime.getHeapUsage');
      memory.heap += usage?.usedSize ?? 0;
      memory.buffers += usage?.backingStorageSize ?? 0;
    }
    return memory;
  }

  /**
   * @param {string} sessionId
   * @param {string} method
   * @returns {Promise<any>}
   */
  async #askWorker(sessionId, method) {
    this.#count += 1;
    const id = this.#count;
    const answer = new Promise((resolve) => this.#questions.set(id, { sessionId, resolve }));
    if (!this.#workers.has(sessionId)) return undefined;
    await this.#page
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      .catch(() => this.#questions.get(id)?.resolve(undefined));
    return answer;
  }

  /** Resident memory of the largest renderer process. */
  async #process() {
    const { processInfo } = await this.#browser.send('SystemInfo.getProcessInfo');
    const sizes = processInfo
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => residentOf(id));
    return Math.max(0, ...sizes);
  }
}

/** Resident bytes of a process; 0 on systems without /proc. @param {number} pid */
function residentOf(pid) {
  try {
    const [, kibibytes = '0'] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) * 1024;
  } catch {
    return 0;
  }
}
