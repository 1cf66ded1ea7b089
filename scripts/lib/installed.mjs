import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { mustRun } from './run.mjs';

/**
 * The first of these commands or files that is there.
 * @param {readonly string[]} names commands on the PATH, or files
 * @returns {string | undefined}
 */
export function findInstalled(names) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names
    .flatMap((name) => (path.isAbsolute(name) ? [name] : folders.map((to) => path.join(to, name))))
    .find((file) => existsSync(file));
}

/** Whether packages can be installed without asking. */
export function isDebianRoot() {
  // On Ubuntu a browser's package is a stub for a sandbox that a test runner cannot steer.
  return (
    process.getuid?.() === 0 &&
    existsSync('/etc/os-release') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/** @param {string} name of the package @param {(text: string) => void} onOutput */
export async function installFromDebian(name, onOutput) {
  const what = `install ${name}`;
  const wait = ['-o', 'DPkg::Lock::Timeout=400'];
  const options = { onOutput, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await mustRun(what, 'apt-get', [...wait, 'update'], options);
  await mustRun(what, 'apt-get', [...wait, 'install', '-y', name], options);
}
