/** An error that the user at the terminal can fix; only its message is shown, without a stack trace. */
export class Failure extends Error {
  /** @param {string} message @param {string} [output] output of the failed command */
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/**
 * Returns the last lines of an output, where tools report what went wrong.
 * @param {string} output
 */
export function tail(output, lines = 60) {
  const all = output.trimEnd().split('\n');
  const shown = all.slice(-lines);
  const left = all.length - shown.length;
  return [...(left > 0 ? [`(${left} earlier lines left out)`] : []), ...shown].join('\n');
}

/**
 * Whether this is an error of Node's `parseArgs` about the options that the user typed.
 * @param {unknown} error
 */
function isOptionError(error) {
  return (
    error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS_')
  );
}

/**
 * Runs a script's main function. For a `Failure` or an invalid option, prints only the message and sets the exit code.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    const isFailure = error instanceof Failure;
    if (!isFailure && !isOptionError(error)) throw error;
    if (isFailure && error.output.trim() !== '') console.error(tail(error.output));
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}
