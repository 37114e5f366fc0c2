/** A decision as it is drawn and told: none of word, shape and colour alone carries it. */
export interface DecisionWords {
  readonly word: string
  readonly shape: '●' | '◆' | '▲'
  /** As `StateMark` names its colours; its shapes are the same. */
  readonly tone: 'good' | 'bad' | 'warn'
}

const PASSES: DecisionWords = { word: 'pasa', shape: '●', tone: 'good' }
const MARKED: DecisionWords = { word: 'pasa, marcado', shape: '▲', tone: 'warn' }
const STAYS: DecisionWords = { word: 'no pasa', shape: '◆', tone: 'bad' }

/** The mark of a decision; the verdict of a newer edge is shown as it came. Why: access-reasons.ts. */
export function decisionWords({
  verdict,
  marked,
}: {
  readonly verdict: string
  readonly marked?: boolean | undefined
}): DecisionWords {
  if (verdict === 'allow') return marked ? MARKED : PASSES
  if (verdict === 'deny') return STAYS
  return { ...MARKED, word: `veredicto desconocido: ${verdict}` }
}
