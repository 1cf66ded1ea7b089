import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { crates, licenceTexts, npmPackages } from '../lib/contents.mjs';
import { wasmTarget } from '../steps/toolchain.mjs';

/** A file next to the built page that lists the third-party packages in it. */
const LICENCES = 'licences.txt';

/** Returns the authors and licences of these packages. @returns {string} */
function licences() {
  const packages = [...npmPackages(), ...crates(wasmTarget)].filter(({ shipped }) => shipped);
  const head =
    'Reclaim Lab contains these packages of others. Where one offers a choice of licences, MIT is taken.';
  const entries = packages.map((entry) =>
    [`${entry.name} ${entry.version}: ${entry.licence}`, ...licenceTexts(entry)].join('\n\n'),
  );
  return [head, ...entries].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
}

/** Writes this file next to the pages. @returns {import('vite').Plugin} */
export function writeLicences() {
  return {
    name: 'licences',
    apply: 'build',
    writeBundle({ dir }) {
      if (dir === undefined) throw new Error('The app is built into no folder');
      writeFileSync(path.join(dir, LICENCES), licences());
    },
  };
}
