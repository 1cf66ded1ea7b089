// Checks that every package, shipped or used to build and test, has a licence that is compatible with this project.
import satisfies from 'spdx-satisfies';

import { crates, npmPackages } from './lib/contents.mjs';
import { Failure, runMain } from './lib/failure.mjs';

/** Licences that require only attribution and the licence text. */
const PERMISSIVE = [
  'MIT',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unicode-3.0',
];
/** Licences that require more from those who redistribute the package. This project does not redistribute its tools. */
const FOR_TOOLS = [...PERMISSIVE, 'MPL-2.0', 'CC-BY-3.0', 'CC-BY-4.0', 'CC0-1.0'];

await runMain(() => {
  const packages = [...npmPackages(), ...crates()];
  const unfit = packages.filter(({ licence, shipped }) => {
    const allowed = shipped ? PERMISSIVE : FOR_TOOLS;
    return licence === '' || !satisfies(licence, allowed);
  });
  for (const { name, version, licence } of unfit) {
    console.log(`${name} ${version}: ${licence || 'names no licence'}`);
  }
  if (unfit.length > 0) {
    throw new Failure(
      `${unfit.length} of ${packages.length} packages have a licence that this project does not take. Use others, or ` +
        'add theirs to scripts/licences.mjs if that is meant.',
    );
  }
  console.log(
    `The licences of ${packages.length} packages are among those that this project takes.`,
  );
  return Promise.resolve();
});
