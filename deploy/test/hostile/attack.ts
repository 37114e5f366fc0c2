import type { Chance } from './chance.ts'
import type { Attempt } from './tally.ts'

/** The attacks of one kind. */
export interface Attack {
  /** Makes the n-th, which falls as `chance` does, and tells `attempt` what became of it. */
  (chance: Chance, attempt: Attempt, n: number): Promise<void>
  /** Looks at what they have left, and says it in words. */
  end?: (attempt: Attempt) => Promise<string>
}
