/**
 * The tracks that run in parallel, stage by stage. While one core compiles Rust, another core builds and tests the web
 * part. The browser tests leave some CPU time on each core unused, which is enough for the `spare` track.
 */
const BESIDE = [
  ['rust', 'web'],
  ['browser', 'spare'],
];

/**
 * Returns the checks as a list of stages, which run one after the other. Each stage is a list of tracks, which run in
 * parallel. Checks without a track come first. On a terminal, which shows one progress line, all checks run one by one.
 * @template {{ track?: string }} C
 * @param {readonly C[]} checks in order
 * @param {boolean} together whether to run tracks in parallel
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
