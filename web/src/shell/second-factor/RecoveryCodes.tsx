import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { saveFile } from '../../export/save-file.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { CopyButton } from '../../secrets/CopyButton.tsx'
import { FACTOR_TEXTS } from '../../texts/account/second-factor.ts'
import classes from './second-factor.module.css'

const TEXTS = FACTOR_TEXTS.codes

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Called once the person has confirmed to have kept them. */
  onDone: () => void
}

/** The recovery codes, which the hub sends only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const finish = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isSaved) onDone()
    else box.current?.focus()
  }
  const download = () => {
    const text = [TEXTS.fileHead(window.location.host), '', ...codes, ''].join('\r\n')
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), TEXTS.fileName)
  }
  return (
    <form className="stack" data-gap="large" noValidate onSubmit={finish}>
      <Text size="sm">{TEXTS.hint}</Text>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="wrap" data-align="start">
        <CopyButton what={TEXTS.title} text={codes.join('\n')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          {TEXTS.download}
        </Button>
      </div>
      <Checkbox
        ref={box}
        classNames={{ input: classes.box }}
        label={TEXTS.saved}
        checked={isSaved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
        error={isAsked && !isSaved && TEXTS.savedRequired}
      />
      <SubmitButton isBusy={false}>{TEXTS.done}</SubmitButton>
    </form>
  )
}
