import type { Chance } from '../chance.ts'
import type { Attempt } from '../tally.ts'
import type { Target } from '../target.ts'

/** One race; `turn` names what it makes, so that no two meet. */
export interface Race {
  target: Target
  chance: Chance
  tally: Attempt
  turn: number
}
