/** Workers of lanes: those of the first run start before the page's components are loaded. */

/** One for each lane. */
const AHEAD = 2;

/** Started and not yet taken by a lane, in the order of starting. */
const waiting: Worker[] = [];

/** Starts the workers of the first run. */
export function startLaneWorkers(): void {
  try {
    for (let started = 0; started < AHEAD; started += 1) {
      startAhead();
    }
  } catch {
    // The lane that needs a worker tries again and reports the error.
  }
}

/** A worker that waits for its engine: one that was started ahead, or a new one. */
export function laneWorker(): Worker {
  return waiting.shift() ?? newWorker();
}

function startAhead(): void {
  const worker = newWorker();
  waiting.push(worker);
  worker.addEventListener('error', (event) => {
    const at = waiting.indexOf(worker);
    if (at >= 0) {
      event.preventDefault();
      waiting.splice(at, 1);
    }
  });
}

function newWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
