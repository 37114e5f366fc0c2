/** A count in at most three digits and a letter, rounded down: 999, 1k, 25k, 3M. */
export function tightCount(total: number): string {
  if (total < 1000) return String(total)
  if (total < 1_000_000) return `${Math.floor(total / 1000)}k`
  return `${Math.floor(total / 1_000_000)}M`
}
