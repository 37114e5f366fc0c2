import { Anchor, Text } from '@mantine/core'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { hasStatus, wordsOf } from '../../api/http/api-error.ts'
import { CodeField, isWholeCode } from '../../forms/CodeField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { LOGIN_TEXTS } from '../../texts/account/login.ts'
import { CODE_TEXTS } from '../../texts/account/code.ts'
import type { ScreenProps } from '../table.ts'
import { refusalOf, useLogin, type Credentials, type Return } from './use-login.ts'

interface CodeFormProps extends Pick<ScreenProps, 'loadShell'> {
  credentials: Credentials
  onBack: (why: Return) => void
}

/**
 * The second step of a login; the hub keeps nothing of the first, so the credentials are sent
 * again.
 */
export function CodeForm({ credentials, loadShell, onBack }: CodeFormProps) {
  const { isBusy, whileBusy, problem, submit } = useLogin(loadShell)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const refuse = (text: string) => {
    setFault(text)
    field.current?.select()
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isWholeCode(code)) return refuse(CODE_TEXTS.required)
    setFault(null)
    void submit({ ...credentials, code: code.trim() }, (failure) => {
      const refusal = refusalOf(failure)
      const isThrottled = hasStatus(failure, 429) && wordsOf(failure, '') !== ''
      if (refusal === 'invalid_second_factor') refuse(wordsOf(failure, CODE_TEXTS.wrong))
      // The hub's message says what helps: a recovery code.
      else if (isThrottled) refuse(wordsOf(failure, ''))
      // The password was changed meanwhile.
      else if (refusal !== null) onBack('refused')
      return refusal !== null || isThrottled
    })
  }

  return (
    <form className="stack" data-gap="large" noValidate onSubmit={send}>
      <Problem>{problem}</Problem>
      <CodeField
        ref={field}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={fault}
        {...whileBusy}
      />
      <SubmitButton isBusy={isBusy}>
        {isBusy ? LOGIN_TEXTS.submitting : LOGIN_TEXTS.submit}
      </SubmitButton>
      <Text size="sm" style={{ color: 'var(--page-muted)' }}>
        {CODE_TEXTS.lost}
      </Text>
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        onClick={() => onBack('by-hand')}
      >
        {CODE_TEXTS.back}
      </Anchor>
    </form>
  )
}
