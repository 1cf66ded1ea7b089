/**
 * What is run after what: stages one after the other, in each the lists that go beside each other. One core compiles
 * Rust while the other checks the web's sources; a terminal has one line, so there all go one by one.
 * @template {{ track?: string }} C
 * @param {readonly C[]} checks in their order
 * @param {boolean} together
 * @returns {C[][][]}
 */
export function stages(checks, together) {
  const first = checks.findIndex(({ track }) => track !== undefined);
  if (!together || first < 0) return [[[...checks]]];
  const last = checks.findLastIndex(({ track }) => track !== undefined);
  const middle = checks.slice(first, last + 1);
  const tracks = [...new Set(middle.map(({ track }) => track))];
  return [
    [checks.slice(0, first)],
    tracks.map((wanted) => middle.filter(({ track }) => track === wanted)),
    [checks.slice(last + 1)],
  ];
}
