const RANKS = { bad: 0, warn: 1, quiet: 2 } as const

/** Something about an agent that a person should know. */
export interface HealthNote {
  readonly tone: 'bad' | 'warn' | 'quiet'
  readonly text: string
}

/** These notes, the worst first and equal ones in their order. */
export function worstFirst(notes: readonly HealthNote[]): readonly HealthNote[] {
  return notes.toSorted((a, b) => RANKS[a.tone] - RANKS[b.tone])
}

/** What a note says is wrong, without what to do about it, which follows a colon or semicolon. */
export function headOf({ text }: HealthNote): string {
  return text.split(/[:;]/, 1)[0] ?? text
}
