/** How many notes a row shows at once, so that it does not grow too high. */
const SHOWN = 3
const RANKS = { bad: 0, warn: 1, quiet: 2 } as const

/** Something about an agent that a person should know. */
export interface HealthNote {
  readonly tone: 'bad' | 'warn' | 'quiet'
  readonly text: string
}

/** The worst notes, the first of equal ones, and the others, which are shown on request. */
export function worstNotes(notes: readonly HealthNote[]): {
  readonly worst: readonly HealthNote[]
  readonly others: readonly HealthNote[]
} {
  const sorted = notes.toSorted((a, b) => RANKS[a.tone] - RANKS[b.tone])
  return { worst: sorted.slice(0, SHOWN), others: sorted.slice(SHOWN) }
}
