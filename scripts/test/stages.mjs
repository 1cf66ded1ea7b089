/**
 * What goes beside what, stage after stage. While one core compiles Rust, the other builds the engine for the web and tests
 * it; the browser tests leave a part of each core unused, which is enough for what has the time to wait for it.
 */
const BESIDE = [
  ['rust', 'web'],
  ['browser', 'spare'],
];

/**
 * What is run after what: stages one after the other, in each the lists that go beside each other. Checks of no track come
 * first. A terminal has one line, so there all go one by one.
 * @template {{ track?: string }} C
 * @param {readonly C[]} checks in their order
 * @param {boolean} together
 * @returns {C[][][]}
 */
export function stages(checks, together) {
  if (!together) return [[[...checks]]];
  const of = (/** @type {string | undefined} */ wanted) =>
    checks.filter(({ track }) => track === wanted);
  return [[of(undefined)], ...BESIDE.map((tracks) => tracks.map(of))]
    .map((stage) => stage.filter((list) => list.length > 0))
    .filter((stage) => stage.length > 0);
}
