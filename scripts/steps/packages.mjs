import { npm } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';

/** Brings node_modules to what the lock file says. */
export function installPackages() {
  return makeIfChanged({
    name: 'packages',
    inputs: ['package-lock.json'],
    outputs: ['node_modules/vite/package.json'],
    make: () =>
      withTask('Installing packages', async (onOutput) => {
        await npm('install the packages', ['ci'], { onOutput });
      }),
  });
}
