// Checks that a page-cycle of every scenario of the gallery stays within its budget of instructions, whatever the size
// of the machine. Run by `node --test`.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

import { eventCounter, galleryScenario, instructionCounter } from './bench/counted.mjs';
import { INSTRUCTIONS } from './budgets.mjs';
import { cache } from './lib/paths.mjs';
import { filesBelow } from './lib/stamp.mjs';
import { buildCounting, countersOf, writeCounting } from './steps/counting.mjs';

const GALLERY = /^public\/gallery\/(?<id>[^/]+)\.json$/;

/** A module with the function `rounds(n)`: `loop local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end`. */
const LOOP =
  '0061736d01000000' + // \0asm, version 1
  '01050160017f00' + // type section: one function type that takes an i32
  '03020100' + // function section: one function of that type
  '070a0106726f756e64730000' + // export section: its name
  '0a10010e000340200041016b22000d000b0b';

await buildCounting();
const instructionsOf = await instructionCounter();
const instructionsOfEvent = await eventCounter();

void test('one instruction outside of a loop and five in each of its rounds are counted as that', async () => {
  const [plain, counting] = [`${cache}/loop.wasm`, `${cache}/counting-loop.wasm`];
  writeFileSync(plain, Buffer.from(LOOP, 'hex'));
  await writeCounting(plain, counting);
  const { instance } = await WebAssembly.instantiate(readFileSync(counting));
  /** @type {{ rounds: (n: number) => void }} */
  const { rounds } = /** @type {any} */ (instance.exports);
  rounds(7);
  assert.deepEqual(countersOf(instance.exports), [['', 36n]]);
  rounds(1);
  assert.deepEqual(countersOf(instance.exports), [['', 42n]]);
});

void test('every scenario of the gallery has a budget, and nothing else has one', () => {
  // Skip the subfolders: their scenarios are for the published figures, and no visitor opens them.
  const ids = filesBelow(['public/gallery']).flatMap(
    (file) => GALLERY.exec(file)?.groups?.['id'] ?? [],
  );
  assert.deepEqual(Object.keys(INSTRUCTIONS).sort(), ids.sort());
});

for (const [id, budget] of Object.entries(INSTRUCTIONS)) {
  void test(`a page-cycle of ${id}`, () => {
    const instructions = instructionsOf(galleryScenario(id));
    assert.ok(
      instructions <= budget,
      `A page-cycle of ${id} takes ${instructions.toFixed(0)} instructions, and may take ${budget}.`,
    );
  });
}

/** Factor by which the machine and the file of its program are enlarged. */
const LARGER = 16;
/**
 * Limit for the cost of a page-cycle on the larger machine, relative to the machine of the gallery. A page-cycle costs
 * more on ext4, where a flusher of the larger machine finds shorter runs of dirty pages and allocates blocks for each.
 */
const MOST = 1.2;

/** @param {string} id of a scenario with one file */
function larger(id) {
  const scenario = galleryScenario(id);
  for (const zone of scenario.machine.zones) zone.present_pages *= LARGER;
  for (const { hardware } of scenario.devices) hardware.capacity_mib *= LARGER;
  for (const { run } of scenario.workload) run.file_kb *= LARGER;
  return scenario;
}

for (const id of ['real-write-3x-ram', 'real-cyclic-read-115pct']) {
  void test(`a page-cycle of ${id} does not cost more where there are more pages`, () => {
    const small = instructionsOf(galleryScenario(id));
    const large = instructionsOf(larger(id));
    assert.ok(large <= small * MOST, `${small.toFixed(0)} became ${large.toFixed(0)}`);
  });
}

/** @param {number} slots number of concurrent compilations, each small */
function builds(slots) {
  const scenario = galleryScenario('kim-build');
  const small = { anon_kb: 512, read_kb: 64, object_kb: 8, link_anon_kb: 1024 };
  Object.assign(scenario.workload[0].run, small, { slots });
  return scenario;
}

/** @param {number} threads each writes its own file */
function writers(threads) {
  const scenario = galleryScenario('weiner-2g-fsmark');
  scenario.workload[0].run.threads = threads;
  return scenario;
}

for (const [of, scenario, few, many] of /** @type {const} */ ([
  ['tasks want a CPU', builds, 16, 512],
  ['files are dirty', writers, 16, 100],
])) {
  void test(`an event does not cost more where more ${of}`, () => {
    const [one, other] = [instructionsOfEvent(scenario(few)), instructionsOfEvent(scenario(many))];
    assert.ok(other <= one * MOST, `${one.toFixed(0)} became ${other.toFixed(0)}`);
  });
}
