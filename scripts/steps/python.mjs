import { Failure } from '../lib/failure.mjs';
import { cache, root } from '../lib/paths.mjs';
import { mustRun, run } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';

/** The folder of the Python package. */
export const pythonPackage = `${root}python`;

const venv = `${cache}/python`;

/** The Python interpreter with the packages of `python/requirements.txt`. */
export const python = `${venv}/bin/python`;

/** Creates a virtual environment with the pinned packages, separate from other projects. */
export async function ensurePython() {
  const version = ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'];
  const found = await run('python3', version).catch(() => undefined);
  if (found?.code !== 0) {
    throw new Failure(
      'Please install Python 3.11 or newer with its venv module (https://www.python.org): `python3` lacks it, or was not found.',
    );
  }
  await makeIfChanged({
    name: 'python',
    inputs: ['python/requirements.txt'],
    outputs: ['node_modules/.cache/reclaim-lab/python/bin/pytest'],
    make: () =>
      withTask('Installing Python packages', async (onOutput) => {
        const what = 'install the Python packages';
        await mustRun(what, 'python3', ['-m', 'venv', '--clear', venv], { onOutput });
        const requirements = ['-r', `${pythonPackage}/requirements.txt`];
        const quietly = ['--disable-pip-version-check', '--no-input'];
        await mustRun(what, python, ['-m', 'pip', 'install', ...quietly, ...requirements], {
          onOutput,
        });
      }),
  });
}
