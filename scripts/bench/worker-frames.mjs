// Work of a lane's worker for each `LaneFrame`, besides the simulation.

/**
 * Prepended to the worker's script: records the time from the end of a slice of simulation until the page is notified.
 */
const NOTE = `{
  const frames = (globalThis.frameMs = []);
  let ranMs = NaN;
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const machine_run = (...given) => {
      const answer = exports.machine_run(...given);
      ranMs = performance.now();
      return answer;
    };
    return { exports: { ...exports, machine_run } };
  };
  const post = self.postMessage.bind(self);
  self.postMessage = (message, options) => {
    post(message, options);
    if (message.kind === 'frame') frames.push(performance.now() - ranMs);
  };
}`;

/**
 * Makes the lanes of a page record the time that each `LaneFrame` takes, from now on.
 * @param {import('@playwright/test').Page} page
 */
export async function noteWorkerFrames(page) {
  await page.route('**/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: NOTE + (await response.text()) });
  });
}

/**
 * Returns the times recorded since the last call, milliseconds, and clears them.
 * @param {import('@playwright/test').Page} page
 */
export async function workerFrames(page) {
  const lanes = page.workers().filter((worker) => /\/worker-/.test(worker.url()));
  const noted = await Promise.all(
    lanes.map((lane) =>
      lane.evaluate(() => {
        const frames = /** @type {number[]} */ (Reflect.get(globalThis, 'frameMs'));
        return frames.splice(0);
      }),
    ),
  );
  return noted.flat();
}
