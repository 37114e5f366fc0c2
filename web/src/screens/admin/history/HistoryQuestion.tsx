import { Button } from '@mantine/core'
import type { AssetHistory } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent, useId } from 'react'
import { HISTORY_TEXTS as TEXTS } from '../../../texts/admin/admin-history.ts'

interface HistoryQuestionProps {
  name: string
  onAnswer: (answer: AssetHistory | null) => void
  /** Called when the dialog was closed. */
  onGone: () => void
}

/** «Desde ahora» or «Corregir también el historial». */
export function HistoryQuestion({ name, onAnswer, onGone }: HistoryQuestionProps) {
  const gone = useEffectEvent(onGone)
  useEffect(() => () => gone(), [])
  return (
    <div className="stack" data-gap="large">
      <p>{TEXTS.text(name)}</p>
      <Choice label={TEXTS.keep} hint={TEXTS.keepHint} isDefault onPick={() => onAnswer('keep')} />
      <Choice label={TEXTS.correct} hint={TEXTS.correctHint} onPick={() => onAnswer('correct')} />
      <Button variant="subtle" onClick={() => onAnswer(null)}>
        {TEXTS.cancel}
      </Button>
    </div>
  )
}

interface ChoiceProps {
  label: string
  hint: string
  isDefault?: boolean
  onPick: () => void
}

function Choice({ label, hint, isDefault, onPick }: ChoiceProps) {
  const id = useId()
  return (
    <div className="stack" data-gap="tiny">
      <Button
        fullWidth
        variant={isDefault ? 'filled' : 'default'}
        data-autofocus={isDefault}
        aria-describedby={id}
        onClick={onPick}
      >
        {label}
      </Button>
      <p id={id} className="hint">
        {hint}
      </p>
    </div>
  )
}
