import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Radio.css'
import { Box, Button, Radio } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { rotateKey } from '../../../../api/agents/agent-keys.ts'
import { wordsOf } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'

const LABELS = DEVICE_TEXTS.rotate

interface RotateFormProps {
  code: string
  onRotated: (apiKey: string, isRevoked: boolean) => void
  onCancel: () => void
}

/** Asks what becomes of the old key, and makes the new one. */
export function RotateForm({ code, onRotated, onCancel }: RotateFormProps) {
  const { api } = useApp()
  const { isBusy, problem, submit } = useSubmission()
  const [choice, setChoice] = useState('keep')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const isRevoked = choice === 'revoke'
    void submit(async () => onRotated(await rotateKey(api, code, isRevoked), isRevoked))
  }
  return (
    <form className="stack" onSubmit={send}>
      <Radio.Group
        label={LABELS.ask}
        value={choice}
        onChange={(chosen) => !isBusy && setChoice(chosen)}
      >
        <Box className="stack" py="0.5rem">
          <Radio value="keep" label={LABELS.keep} description={LABELS.keepHint} data-autofocus />
          <Radio value="revoke" label={LABELS.revoke} description={LABELS.revokeHint} />
        </Box>
      </Radio.Group>
      <Problem>{problem === null ? null : wordsOf(problem, LABELS.failed)}</Problem>
      <div className="wrap">
        <Button variant="default" onClick={onCancel}>
          {DEVICE_TEXTS.cancel}
        </Button>
        <Button type="submit" aria-disabled={isBusy} {...(choice === 'revoke' && { color: 'red' })}>
          {isBusy ? LABELS.submitting : LABELS.submit}
        </Button>
      </div>
    </form>
  )
}
