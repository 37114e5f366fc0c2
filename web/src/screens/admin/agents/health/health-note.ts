/** What a row of the table shows at once: many faults are not to push the other agents away. */
const SHOWN = 3
const RANKS = { bad: 0, warn: 1, quiet: 2 } as const

/** Something about an agent that a person should know. */
export interface HealthNote {
  readonly tone: 'bad' | 'warn' | 'quiet'
  readonly text: string
}

/** The worst notes, of equal ones the first, and the others, which are to be asked for. */
export function worstNotes(notes: readonly HealthNote[]): {
  readonly worst: readonly HealthNote[]
  readonly others: readonly HealthNote[]
} {
  const sorted = notes.toSorted((a, b) => RANKS[a.tone] - RANKS[b.tone])
  return { worst: sorted.slice(0, SHOWN), others: sorted.slice(SHOWN) }
}
