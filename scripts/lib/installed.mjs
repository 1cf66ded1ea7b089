import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { mustRun } from './run.mjs';

/**
 * Returns the first of these commands or files that exists.
 * @param {readonly string[]} names commands on the PATH, or files
 * @returns {string | undefined}
 */
export function findInstalled(names) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names
    .flatMap((name) => (path.isAbsolute(name) ? [name] : folders.map((to) => path.join(to, name))))
    .find((file) => existsSync(file));
}

/** Whether the script can install Debian packages without asking: it runs as root on Debian. */
export function isDebianRoot() {
  // On Ubuntu a browser's package only installs a snap, which a test runner cannot control.
  return (
    process.getuid?.() === 0 &&
    existsSync('/etc/os-release') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/** @param {string} name name of the package @param {(text: string) => void} onOutput */
export async function installFromDebian(name, onOutput) {
  const what = `install ${name}`;
  const wait = ['-o', 'DPkg::Lock::Timeout=400'];
  const options = { onOutput, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await mustRun(what, 'apt-get', [...wait, 'update'], options);
  await mustRun(what, 'apt-get', [...wait, 'install', '-y', name], options);
}
