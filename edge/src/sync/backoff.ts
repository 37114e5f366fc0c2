const MIN_MS = 1000
const MAX_MS = 60_000

/**
 * Milliseconds to wait before the n-th try in a row (from 1): full jitter over a span that doubles
 * from 1 s to 60 s, so that agents which lost the same hub do not come back in step.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(MAX_MS, MIN_MS * 2 ** (attempt - 1))
}
