import type { Decision } from '../../live/decisions.ts'
import { reasonWords } from '../../texts/access-reasons.ts'
import { decisionWords } from '../../texts/access.ts'
import { DECISION_TEXTS } from '../../texts/reads/decision.ts'

/** Why it was decided, and that nothing was moved; empty where nobody is told, as on a wall. */
export function decisionReason({ reason, mode }: Decision): string {
  const words = reason ? [reasonWords(reason)] : []
  if (mode === 'observe') words.push(`(${DECISION_TEXTS.observed})`)
  return words.join(' ')
}

/** A decision in plain text: «no pasa: bloqueado (observa)». */
export function decisionText(decision: Decision): string {
  const { word } = decisionWords(decision)
  const reason = decisionReason(decision)
  return reason ? `${word}: ${reason}` : word
}
