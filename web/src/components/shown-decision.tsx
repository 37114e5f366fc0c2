import type { Decision, ShownDecision } from '../live/decisions.ts'
import { decisionWords } from '../texts/access.ts'
import { StateMark } from './StateMark.tsx'

const marks = new Map<string, Pick<ShownDecision, 'mark' | 'text'>>()

/** A decision with its mark. */
export function shownDecision(decision: Decision): ShownDecision {
  const { tone, shape, word } = decisionWords(decision)
  const text = `${shape} ${word}`
  let known = marks.get(text)
  if (!known) marks.set(text, (known = { mark: <StateMark tone={tone}>{word}</StateMark>, text }))
  return { ...decision, ...known }
}
