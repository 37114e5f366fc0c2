import type { ReadLog } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'

/** What a gate decided on a read. */
export type Decision = NonNullable<ReadLog['decision']>

/** A decision as a screen shows it. */
export interface ShownDecision extends Decision {
  /** Its word and shape; one element for all decisions that look alike, so that a row knows it again. */
  readonly mark: ReactNode
  /** What is seen of the mark: for where no elements can be, and to measure it. */
  readonly text: string
}

/** A read: of a stored one its row says what was decided, of a live one an event that comes after it. */
interface DecidedRead {
  readonly id: string
  readonly decision?: Decision | undefined
}

/** What was decided on a read, where something was and this page knows it. */
export type DecisionOf = (read: DecidedRead) => ShownDecision | undefined

/** Until what follows decisions is loaded (`shell/decisions/`), after the screens. */
export const NO_DECISIONS: DecisionOf = () => undefined
