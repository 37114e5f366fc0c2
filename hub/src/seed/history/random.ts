/** Gives numbers from 0 to 1, without 1. */
export type Random = () => number

/** Makes numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A number from `low` to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** A whole number from `low` to `high`, both included. */
export function wholeBetween(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** A number around `mean`, mostly near it and never further away than `reach`. */
export function around(random: Random, mean: number, reach: number): number {
  return mean + (random() + random() + random() - 1.5) * (reach / 1.5)
}
