/** A number in [0, 1), like Math.random. */
export type Random = () => number

/** The same numbers for the same seed (mulberry32); good enough for traffic, not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** In [from, to). */
export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from)
}
