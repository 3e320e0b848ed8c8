/**
 * Random numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same numbers on every machine
 * (mulberry32).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Random condition for `when` of a fault: true with this probability, from 0 to 1. The seed determines the sequence.
 */
export function seededChance(seed: number, probability: number): () => boolean {
  const random = seededRandom(seed);
  return () => random() < probability;
}
