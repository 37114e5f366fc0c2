import { Button, Text } from '@mantine/core'
import { takeFocus } from '../../forms/form-issues.ts'
import { SESSION_TEXTS as TEXTS } from '../../texts/account/sessions.ts'
import classes from './sessions.module.css'

interface EndOthersProps {
  onConfirm: () => void
  onCancel: () => void
}

/** The question before every other session ends. */
export function EndOthers({ onConfirm, onCancel }: EndOthersProps) {
  return (
    <fieldset className={classes.question}>
      <legend>{TEXTS.ask}</legend>
      <Text size="sm">{TEXTS.askDetail}</Text>
      <div className={classes.answers}>
        <Button color="red" onClick={onConfirm}>
          {TEXTS.confirm}
        </Button>
        <Button ref={takeFocus} variant="default" onClick={onCancel}>
          {TEXTS.cancel}
        </Button>
      </div>
    </fieldset>
  )
}
