/** Workers of lanes. Those of the first run start before the page's components are loaded. */

/** Number of workers to start in advance: one per lane. */
const AHEAD = 2;

/** Workers that have started and that no lane has taken yet, oldest first. */
const waiting: Worker[] = [];

/** Starts the workers of the first run. */
export function startLaneWorkers(): void {
  try {
    for (let started = 0; started < AHEAD; started += 1) {
      startAhead();
    }
  } catch {
    // Ignore errors: the lane that needs a worker tries again and reports the error.
  }
}

/** Returns a worker that waits for its engine: one that was started in advance, or a new one. */
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
