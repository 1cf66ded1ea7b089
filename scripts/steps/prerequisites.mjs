import { Failure } from '../lib/failure.mjs';
import { run } from '../lib/run.mjs';

/** @param {string} version such as "20.19.0" */
export function nodeIsNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

export function requireNode() {
  if (!nodeIsNewEnough(process.versions.node)) {
    throw new Failure(
      `Please install Node.js 20.19 or a later 20, 22.12 or newer (https://nodejs.org); this is ${process.version}.`,
    );
  }
}

export async function requireRust() {
  for (const tool of ['rustup', 'cargo']) {
    const found = await run(tool, ['--version']).then(
      () => true,
      () => false,
    );
    if (!found) {
      throw new Failure(
        `Please install Rust with rustup (https://rustup.rs) and open a new terminal: \`${tool}\` was not found.`,
      );
    }
  }
}
