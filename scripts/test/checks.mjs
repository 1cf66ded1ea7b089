import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';

import { bindgenHelper, cache, rustWorkspace } from '../lib/paths.mjs';
import { cargoLock, mustRun, nodeTool, run } from '../lib/run.mjs';
import { rustfmtArgs } from '../lib/rustfmt.mjs';
import { filesBelow } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';
import { buildApp, prepare } from '../steps/app.mjs';
import { buildEngine } from '../steps/engine.mjs';
import { installPackages } from '../steps/packages.mjs';
import { ensurePython, python, pythonPackage } from '../steps/python.mjs';
import { ensureToolchain } from '../steps/toolchain.mjs';
import {
  cargoCounts,
  digestCounts,
  playwrightCounts,
  pytestCounts,
  tapCounts,
  vitestCounts,
} from './counts.mjs';

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {import('../lib/run.mjs').RunResult} RunResult
 * @typedef {(text: string) => void} OnOutput
 *
 * @typedef {object} Check
 * @property {string} suite
 * @property {string} title
 * @property {'rust' | 'web' | 'browser' | 'spare'} [track] checks of different tracks run in parallel; see stages.mjs
 * @property {() => Promise<void>} [needs] prepares what the check needs
 * @property {(onOutput: OnOutput) => Promise<RunResult>} run
 * @property {(result: RunResult) => Counts} [count] if missing, the whole check counts as one test
 */

/**
 * @param {string} cwd
 * @param {string[]} args
 */
const cargo = (cwd, args) => (/** @type {OnOutput} */ onOutput) =>
  run('cargo', args, { cwd, onOutput });

/**
 * @param {string} name
 * @param {string[]} args
 * @param {boolean} [spare]
 */
const tool =
  (name, args, spare = false) =>
  (/** @type {OnOutput} */ onOutput) =>
    run(...nodeTool(name, args), { onOutput, spare });

/** @param {string} file */
function readReport(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The tool stopped before it wrote a report; its exit code counts.
    return undefined;
  }
}

/** @param {string[]} args name and arguments of a Python module */
const pythonModule =
  (...args) =>
  (/** @type {OnOutput} */ onOutput) =>
    run(python, ['-m', ...args], { cwd: pythonPackage, env: { RECLAIM: commandLine }, onOutput });

async function pythonAndCommandLine() {
  await ensurePython();
  await ensureToolchain();
  await withTask('Building the command line', async (onOutput) => {
    const args = ['build', '-p', 'reclaim-cli', ...cargoLock];
    await mustRun('build the command line', 'cargo', args, { cwd: rustWorkspace, onOutput });
  });
}

async function engineAndPackages() {
  await installPackages();
  await buildEngine();
}

const commandLine = `${rustWorkspace}/target/debug/reclaim`;

/** Version of cargo-machete, which finds unused dependencies of crates. */
const MACHETE = '0.9.2';

const none = { passed: 0, failed: 0 };
const vitestReport = `${cache}/vitest.json`;
const playwrightReport = `${cache}/playwright.json`;

/**
 * Tests marked `@long` take too long to run at every change.
 * @param {string} suite
 * @param {string} title
 * @param {string} which the tests to run, an option of Playwright
 * @returns {Check}
 */
const browserTests = (suite, title, which) => ({
  suite,
  title,
  track: 'browser',
  needs: async () => {
    await buildApp();
    // A dynamic import: browser.mjs imports a package that a fresh clone has not installed yet.
    const { ensureTestBrowser } = await import('../browser.mjs');
    await ensureTestBrowser();
  },
  run: async (onOutput) => {
    rmSync(playwrightReport, { force: true });
    const env = {
      PREVIEW_PORT: String(await freePort()),
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    };
    const args = ['test', '--reporter=list,json', which];
    return run(...nodeTool('@playwright/test/cli.js', args), { env, onOutput });
  },
  count: () => {
    const report = readReport(playwrightReport);
    return report === undefined ? none : playwrightCounts(report);
  },
});

/** @type {Check[]} */
export const checks = [
  {
    suite: 'format',
    title: 'Rust format',
    needs: ensureToolchain,
    run: cargo(rustWorkspace, rustfmtArgs('--check')),
  },
  {
    suite: 'format',
    title: 'Bindings generator format',
    needs: ensureToolchain,
    run: cargo(bindgenHelper, ['fmt', '--check']),
  },
  {
    suite: 'format',
    title: 'Web format',
    // This check runs before the web tests, because the web tests need generated types, which are ready once the Rust
    // tests are compiled.
    track: 'web',
    needs: installPackages,
    run: tool('prettier/bin/prettier.cjs', [
      '--check',
      '--cache',
      `--cache-location=${cache}/prettier`,
      '.',
    ]),
  },
  {
    suite: 'scripts',
    title: 'Script tests',
    run: (onOutput) => {
      const files = filesBelow(['scripts']).filter((file) => file.endsWith('.test.mjs'));
      return run(process.execPath, ['--test', '--test-reporter=tap', ...files], { onOutput });
    },
    count: ({ output }) => tapCounts(output),
  },
  {
    suite: 'packages',
    title: 'Licences of packages',
    track: 'web',
    needs: async () => {
      await installPackages();
      await ensureToolchain();
    },
    run: (onOutput) => run(process.execPath, ['scripts/licences.mjs'], { onOutput }),
  },
  {
    suite: 'packages',
    title: 'Known holes in packages',
    track: 'web',
    needs: installPackages,
    run: (onOutput) => run(process.execPath, ['scripts/audit.mjs'], { onOutput }),
  },
  {
    suite: 'lint',
    title: 'Rust lint',
    track: 'rust',
    needs: ensureToolchain,
    run: cargo(rustWorkspace, [
      'clippy',
      '--workspace',
      '--all-targets',
      ...cargoLock,
      '--',
      '-D',
      'warnings',
    ]),
  },
  {
    suite: 'lint',
    title: 'Web lint',
    track: 'spare',
    needs: prepare,
    // ESLint runs without its cache, because the cache does not notice when a change in one file changes the types in
    // another file. This is the longest check of the track: at the lowest CPU priority it would end later than the
    // browser tests.
    run: tool('eslint/bin/eslint.js', ['--max-warnings=0', '.']),
  },
  {
    suite: 'lint',
    title: 'Copied code',
    track: 'web',
    needs: installPackages,
    run: tool('jscpd/run-jscpd.js', []),
  },
  {
    suite: 'lint',
    title: 'Dead code',
    track: 'spare',
    needs: prepare,
    run: tool('knip/bin/knip.js', ['--no-progress'], true),
  },
  {
    suite: 'types',
    title: 'Web types',
    track: 'spare',
    needs: prepare,
    run: tool('typescript/bin/tsc', ['-p', 'web'], true),
  },
  {
    suite: 'types',
    title: 'Tooling types',
    track: 'spare',
    needs: prepare,
    run: tool('typescript/bin/tsc', ['-p', '.'], true),
  },
  {
    suite: 'rust',
    title: 'Rust tests',
    track: 'rust',
    needs: ensureToolchain,
    run: cargo(rustWorkspace, ['test', '--workspace', '--no-fail-fast', ...cargoLock]),
    count: ({ output }) => cargoCounts(output),
  },
  {
    suite: 'web',
    title: 'Web tests',
    track: 'web',
    needs: prepare,
    run: (onOutput) => {
      rmSync(vitestReport, { force: true });
      const reporters = ['--reporter=default', '--reporter=json'];
      const args = ['run', ...reporters, `--outputFile.json=${vitestReport}`];
      return tool('vitest/vitest.mjs', args)(onOutput);
    },
    count: () => {
      const report = readReport(vitestReport);
      return report === undefined ? none : vitestCounts(report);
    },
  },
  {
    suite: 'browser',
    title: 'Digests in Node, Chromium and Firefox',
    // These tests need the engine that the web track builds. They belong to the Rust track because both tracks then
    // take about the same time.
    track: 'rust',
    needs: engineAndPackages,
    run: (onOutput) => run(process.execPath, ['scripts/digests.mjs'], { onOutput }),
    count: ({ output }) => digestCounts(output),
  },
  {
    suite: 'budgets',
    title: 'Instructions of a page-cycle',
    track: 'web',
    needs: engineAndPackages,
    run: (onOutput) =>
      run(process.execPath, ['--test', '--test-reporter=tap', 'scripts/instructions.mjs'], {
        onOutput,
      }),
    count: ({ output }) => tapCounts(output),
  },
  browserTests('browser', 'Browser tests', '--grep-invert=@long'),
];

/**
 * Checks that take too long for every change; `npm run test:long` runs them.
 * @type {Check[]}
 */
export const longChecks = [
  {
    suite: 'python',
    title: 'Python format',
    needs: ensurePython,
    run: pythonModule('ruff', 'format', '--no-cache', '--check'),
  },
  {
    suite: 'python',
    title: 'Python lint',
    needs: ensurePython,
    run: pythonModule('ruff', 'check', '--no-cache'),
  },
  {
    suite: 'python',
    title: 'Python types',
    needs: ensurePython,
    run: pythonModule('mypy', `--cache-dir=${cache}/mypy`),
  },
  {
    suite: 'python',
    title: 'A study on a Dask cluster',
    needs: pythonAndCommandLine,
    run: pythonModule('pytest', '--verbose'),
    count: ({ output }) => pytestCounts(output),
  },
  {
    suite: 'long',
    title: 'Unused crates',
    needs: ensureToolchain,
    run: async (onOutput) => {
      const installed = await run(
        'cargo',
        ['install', 'cargo-machete', '--version', MACHETE, '--locked', '--root', cache],
        { onOutput },
      );
      if (installed.code !== 0) return installed;
      return run(`${cache}/bin/cargo-machete`, [rustWorkspace], { onOutput });
    },
  },
  {
    suite: 'long',
    title: 'A hundred thousand random scenarios',
    needs: ensureToolchain,
    run: cargo(rustWorkspace, [
      ...['run', '--profile', 'trials', '-p', 'reclaim-cli', ...cargoLock],
      ...['--', 'fuzz', '--count', '100000'],
    ]),
  },
  {
    suite: 'long',
    title: 'The reference beside the engine, a thousand scenarios',
    needs: ensureToolchain,
    run: (onOutput) =>
      run('cargo', ['test', '--profile', 'trials', '-p', 'reclaim-reference', ...cargoLock], {
        cwd: rustWorkspace,
        env: { REFERENCE_COUNT: '1000', REFERENCE_EVENTS: '50000' },
        onOutput,
      }),
    count: ({ output }) => cargoCounts(output),
  },
  {
    suite: 'long',
    title: 'Digests of every scenario in Node, Chromium and Firefox',
    needs: engineAndPackages,
    run: (onOutput) => run(process.execPath, ['scripts/digests.mjs', '--all'], { onOutput }),
    count: ({ output }) => digestCounts(output),
  },
  browserTests('long', 'Browser tests that take long', '--grep=@long'),
  {
    suite: 'long',
    title: 'An hour of play at random',
    needs: installPackages,
    run: (onOutput) => run(process.execPath, ['scripts/soak.mjs'], { onOutput }),
  },
];

/**
 * Finds a free port, so that two test runs on one machine do not use each other's server.
 * @returns {Promise<number>}
 */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
