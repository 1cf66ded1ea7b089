// Lists the instructions per page-cycle by function: `npm run profile -- weiner-usb`. The numbers are the same on every
// computer.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { galleryScenario, profileOf } from './bench/counted.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { buildCounting } from './steps/counting.mjs';

await runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { top: { type: 'string', default: '25' } },
    allowPositionals: true,
  });
  const ids = positionals.length > 0 ? positionals : ['real-write-3x-ram'];
  const unknown = ids.find((id) => !existsSync(join(root, `public/gallery/${id}.json`)));
  if (unknown !== undefined) {
    throw new Failure(`There is no scenario ${unknown} in public/gallery.`);
  }
  const top = Number(values.top);
  if (!Number.isInteger(top) || top < 1) {
    throw new Failure(`--top takes a number of functions, and ${values.top} is none.`);
  }
  await buildCounting();
  for (const id of ids) {
    const { total, functions } = await profileOf(galleryScenario(id));
    console.log(`\n${id}: ${total.toFixed(0)} instructions of WebAssembly in a page-cycle`);
    for (const { name, instructions } of functions.slice(0, top)) {
      const share = `${((instructions / total) * 100).toFixed(1)} %`;
      console.log(`${instructions.toFixed(1).padStart(9)} ${share.padStart(7)}  ${name}`);
    }
  }
});
