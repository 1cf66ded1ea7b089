/** The 95 % interval of a median, for values that the page puts together itself. */

/** As of the engine (`engine-wasm/study/src/spread.rs`). */
const RESAMPLES = 2000;
const CUT = RESAMPLES / 40;

/** Where the two middle values of a sample are among the sorted values, and in how many samples. */
interface Middle {
  low: number;
  high: number;
  count: number;
}

const known = new Map<number, Middle[]>();

/** The middles of all samples of so many values: the same for all values, so they are drawn once. */
function middlesOf(count: number): Middle[] {
  let middles = known.get(count);
  if (!middles) {
    const found = new Map<string, Middle>();
    const below = randomBelow(count);
    for (let drawn = 0; drawn < RESAMPLES; drawn += 1) {
      const sample = Array.from({ length: count }, below).sort((one, other) => one - other);
      const [low = 0, high = 0] = [sample[(count - 1) >> 1], sample[count >> 1]];
      const middle = found.get(`${low} ${high}`) ?? { low, high, count: 0 };
      middle.count += 1;
      found.set(`${low} ${high}`, middle);
    }
    middles = [...found.values()];
    known.set(count, middles);
  }
  return middles;
}

/** Numbers below a limit, the same ones each time (xorshift32). */
function randomBelow(limit: number): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * limit);
  };
}

/** The percentile bootstrap of the median of sorted values. */
export function medianInterval(sorted: readonly number[]): [low: number, high: number] {
  const medians = middlesOf(sorted.length)
    .map(({ low, high, count }) => ({
      median: ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2,
      count,
    }))
    .sort((one, other) => one.median - other.median);
  const at = (rank: number) => {
    let left = rank;
    return medians.find(({ count }) => (left -= count) < 0)?.median ?? 0;
  };
  return [at(CUT), at(RESAMPLES - 1 - CUT)];
}
