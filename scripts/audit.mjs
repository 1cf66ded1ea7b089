// Fails if a dependency has a known vulnerability with a fix. If the advisory database cannot be reached, prints a
// message instead.
import { Failure, runMain } from './lib/failure.mjs';
import { rustWorkspace } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

/**
 * @typedef {{ holes: string[], later: string[] } | null} Answer `holes` are vulnerabilities with a fix, `later` those
 * without one; null: the advisory database did not answer
 */

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** @returns {Promise<Answer>} */
async function npmHoles() {
  const { stdout } = await run('npm', ['audit', '--json']);
  const { vulnerabilities } = parsed(stdout);
  if (vulnerabilities === undefined) return null;
  const all = /** @type {any[]} */ (Object.values(vulnerabilities));
  const line = (/** @type {any} */ hole) => `${hole.name} ${hole.range}: ${hole.severity}`;
  return {
    holes: all.filter(({ fixAvailable }) => fixAvailable !== false).map(line),
    later: all.filter(({ fixAvailable }) => fixAvailable === false).map(line),
  };
}

/** @returns {Promise<Answer>} */
async function crateHoles() {
  const { stdout } = await run('cargo', ['audit', '--json'], { cwd: rustWorkspace });
  const list = parsed(stdout).vulnerabilities?.list;
  if (list === undefined) return null;
  const all = /** @type {any[]} */ (list);
  const line = (/** @type {any} */ hole) =>
    `${hole.package.name} ${hole.package.version}: ${hole.advisory.id}, ${hole.advisory.title}`;
  const fixed = (/** @type {any} */ hole) => hole.versions.patched.length > 0;
  return {
    holes: all.filter(fixed).map(line),
    later: all.filter((hole) => !fixed(hole)).map(line),
  };
}

await runMain(async () => {
  const answers = { 'npm audit': await npmHoles(), 'cargo audit': await crateHoles() };
  let holes = 0;
  for (const [who, answer] of Object.entries(answers)) {
    if (answer === null) {
      console.log(`${who} does not answer here: its packages were not looked up.`);
      continue;
    }
    for (const line of answer.holes) console.log(`${who}: ${line}; there is a fix.`);
    for (const line of answer.later) console.log(`${who}: ${line}; there is no fix yet.`);
    console.log(`${who}: ${answer.holes.length} holes that can be fixed.`);
    holes += answer.holes.length;
  }
  if (holes > 0) throw new Failure('Please take the versions in which these holes are fixed.');
});
