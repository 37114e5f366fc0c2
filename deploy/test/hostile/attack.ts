import type { Chance } from './chance.ts'
import type { Attempt } from './tally.ts'

/** The attacks of one kind. */
export interface Attack {
  /** Makes the n-th, which falls as `chance` does, and tells `attempt` what became of it. */
  (chance: Chance, attempt: Attempt, n: number): Promise<void>
  /** Looks at what they have left, and says it in words. */
  end?: (attempt: Attempt) => Promise<string>
}

/** What a kind is to do in a run. */
export interface AttackScope {
  /** A few of each kind are made, beside other work. */
  isShort: boolean
  /** The kind has the machine to itself: what it measures is held to its limits. */
  isTimed: boolean
}
