import { npm } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';

/** Installs the packages of the lock file into node_modules. */
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
