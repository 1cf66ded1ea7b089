/**
 * The numbers of passed and failed tests, as a tool reports them.
 * @typedef {{ passed: number, failed: number }} Counts
 */

/**
 * Adds up the `test result:` lines of `cargo test`, one for each test binary.
 * @param {string} output
 * @returns {Counts}
 */
export function cargoCounts(output) {
  const counts = { passed: 0, failed: 0 };
  for (const line of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm)) {
    counts.passed += Number(line[1]);
    counts.failed += Number(line[2]);
  }
  return counts;
}

/**
 * Reads the summary that `node --test` prints in its TAP form.
 * @param {string} output
 * @returns {Counts}
 */
export function tapCounts(output) {
  /** @param {RegExp} pattern */
  const number = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  return { passed: number(/^# pass (\d+)$/m), failed: number(/^# fail (\d+)$/m) };
}

/**
 * Reads the last line of pytest. A test whose setup failed counts as failed.
 * @param {string} output
 * @returns {Counts}
 */
export function pytestCounts(output) {
  const last = output.split('\n').findLast((line) => / in [\d.]+s\b/.test(line)) ?? '';
  const number = (/** @type {RegExp} */ pattern) => Number(pattern.exec(last)?.[1] ?? 0);
  const failed = number(/(\d+) failed/) + number(/(\d+) errors?/);
  return { passed: number(/(\d+) passed/), failed };
}

/**
 * Reads the report of vitest's json reporter.
 * @param {string} json
 * @returns {Counts}
 */
export function vitestCounts(json) {
  const report = JSON.parse(json);
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/**
 * Reads the report of Playwright's json reporter.
 * @param {string} json
 * @returns {Counts}
 */
export function playwrightCounts(json) {
  const { expected, unexpected, flaky } = JSON.parse(json).stats;
  // A flaky test, which passes only when retried, counts as failed.
  return { passed: expected, failed: unexpected + flaky };
}

/**
 * Adds up the results that `npm run digests` prints for each environment.
 * @param {string} output
 * @returns {Counts}
 */
export function digestCounts(output) {
  const counts = { passed: 0, failed: 0 };
  for (const line of output.matchAll(/^\w+: (\d+) of (\d+) runs /gm)) {
    counts.passed += Number(line[1]);
    counts.failed += Number(line[2]) - Number(line[1]);
  }
  return counts;
}

/**
 * Returns the counts that a check adds to the total. A command that fails without a failed test (a compile error, for
 * example) counts as one failure, as does a suite without tests.
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
export function settle({ passed, failed }, exitCode) {
  const silentFailure = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: silentFailure ? 1 : failed };
}
