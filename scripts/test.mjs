import { mkdirSync } from 'node:fs';

import { Failure, tail } from './lib/failure.mjs';
import { cache } from './lib/paths.mjs';
import { Task } from './lib/task.mjs';
import { requireNode } from './steps/prerequisites.mjs';
import { checks, longChecks } from './test/checks.mjs';
import { settle } from './test/counts.mjs';
import { stages } from './test/stages.mjs';

/**
 * @typedef {import('./test/checks.mjs').Check} Check
 * @typedef {import('./test/counts.mjs').Counts} Counts
 * @typedef {{ counts: Counts, output: string }} Outcome
 */

/**
 * @param {Check} check
 * @param {(text: string) => void} onOutput
 * @returns {Promise<Outcome>}
 */
async function outcomeOf(check, onOutput) {
  const result = await check.run(onOutput);
  const whole = { passed: result.code === 0 ? 1 : 0, failed: 0 };
  const counts = settle(check.count?.(result) ?? whole, result.code);
  const empty = result.code === 0 && counts.passed === 0 ? '\nNot one test was run.' : '';
  return { counts, output: result.output + empty };
}

/**
 * @param {Check} check @param {boolean} stream whether to show everything that the tool prints @returns
 * {Promise<Outcome>}
 */
async function report(check, stream) {
  try {
    await check.needs?.();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`${check.title}: cannot run. ${error.message}`);
    return { counts: { passed: 0, failed: 1 }, output: `${error.output}\n${error.message}` };
  }
  const task = new Task(check.title);
  const show = (/** @type {string} */ text) => void process.stdout.write(text);
  const outcome = await outcomeOf(check, stream ? show : task.note);
  const { passed, failed } = outcome.counts;
  task.end(failed > 0 ? `${failed} of ${passed + failed} FAILED` : `${passed} ok`);
  return outcome;
}

async function main() {
  requireNode();
  const suites = process.argv.slice(2);
  const every = [...checks, ...longChecks];
  const known = new Set(every.map(({ suite }) => suite));
  const unknown = suites.filter((suite) => !known.has(suite));
  if (unknown.length > 0) {
    throw new Failure(
      `There is no suite ${unknown.join(', ')}; there are ${[...known].join(', ')}.`,
    );
  }
  const chosen = suites.length > 0 ? every.filter(({ suite }) => suites.includes(suite)) : checks;

  const total = { passed: 0, failed: 0 };
  /** @type {{ check: Check, output: string }[]} */
  const failures = [];
  const perform = async (/** @type {Check[]} */ checks) => {
    for (const check of checks) {
      mkdirSync(cache, { recursive: true });
      const outcome = await report(check, suites.length > 0);
      total.passed += outcome.counts.passed;
      total.failed += outcome.counts.failed;
      if (outcome.counts.failed > 0) failures.push({ check, output: outcome.output });
    }
  };
  for (const stage of stages(chosen, !process.stdout.isTTY)) {
    await Promise.all(stage.map(perform));
  }

  for (const { check, output } of failures) {
    console.log(`\n── ${check.title} failed (npm run test:${check.suite}) ──\n${tail(output)}`);
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  // Even after an unexpected error, end with the summary line that callers parse.
  console.error(error instanceof Failure ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
}
