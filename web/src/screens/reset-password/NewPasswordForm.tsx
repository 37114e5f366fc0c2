import '@mantine/core/styles/Input.css'
import { Anchor, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PASSWORD_MIN, RESET_TOKEN_MIN } from '@vehicle-control/protocol/limits'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { resetPassword } from '../../api/auth/passwords.ts'
import { wordsOf } from '../../api/http/api-error.ts'
import { useApp } from '../../app-parts.ts'
import { forgetWallBrowser } from '../../browser/wall-browser.ts'
import { Notice } from '../../forms/Notice.tsx'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { focusFirst, showIssues, takeFocus } from '../../forms/form-issues.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { RESET_TEXTS } from '../../texts/account/reset.ts'
import { HOME_PATH } from '../table.ts'

/** The success message can be read for this long before the dashboard comes. */
const REDIRECT_MS = 600

interface NewPasswordFormProps {
  takesFocus: boolean
  /** From the address; empty where it has to be pasted. */
  token: string
  /** Says where to find the token that was just requested. */
  notice: string | null
  onRequestAgain: () => void
}

/** The second step: sets a new password with the token. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { takesFocus, token, notice, onRequestAgain } = props
  const { api, session, clock, storage } = useApp()
  const navigate = useNavigate()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const [done, setDone] = useState<'entering' | 'manually' | null>(null)
  const form = useForm({
    initialValues: { token, newPassword: '' },
    validate: {
      token: (text) => (text.trim().length < RESET_TOKEN_MIN ? RESET_TEXTS.tokenTooShort : null),
      newPassword: (text) => (text.length < PASSWORD_MIN ? RESET_TEXTS.passwordTooShort : null),
    },
    onSubmitPreventDefault: 'always',
  })
  useEffect(() => {
    if (done !== 'entering') return
    return clock.after(REDIRECT_MS, () => void navigate(HOME_PATH, { replace: true }))
  }, [done, clock, navigate])

  const send = (typed: { token: string; newPassword: string }) => {
    if (done !== null) return
    const request = { ...typed, token: typed.token.trim() }
    const call = async () => {
      const answer = await resetPassword(api, request)
      if (answer.token !== null) {
        forgetWallBrowser(storage)
        session.begin(answer.token, answer.user)
      }
      setDone(answer.token === null ? 'manually' : 'entering')
    }
    void submit(call, (failure) => showIssues(form, Object.keys(request), failure))
  }

  if (done !== null) {
    return (
      <Notice isGood>{done === 'entering' ? RESET_TEXTS.done : RESET_TEXTS.doneManually}</Notice>
    )
  }
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      {notice !== null && <Notice>{notice}</Notice>}
      <Problem>{problem === null ? null : wordsOf(problem, RESET_TEXTS.failed)}</Problem>
      <TextInput
        label={RESET_TEXTS.token}
        name="token"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        ref={takesFocus ? takeFocus : undefined}
        aria-required
        {...whileBusy}
        {...form.getInputProps('token')}
      />
      <PasswordField
        label={RESET_TEXTS.newPassword}
        name="newPassword"
        autoComplete="new-password"
        aria-required
        {...whileBusy}
        {...form.getInputProps('newPassword')}
      />
      <SubmitButton isBusy={isBusy}>
        {isBusy ? RESET_TEXTS.updating : RESET_TEXTS.update}
      </SubmitButton>
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        onClick={onRequestAgain}
      >
        {RESET_TEXTS.requestAgain}
      </Anchor>
    </form>
  )
}
