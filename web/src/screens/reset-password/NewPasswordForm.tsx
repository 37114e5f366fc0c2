import '@mantine/core/styles/Input.css'
import { Anchor, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { wordsOf } from '../../api/api-error.ts'
import { resetPassword } from '../../api/passwords.ts'
import { useApp } from '../../app-parts.ts'
import { Notice } from '../../components/Notice.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { Problem } from '../../components/Problem.tsx'
import { SubmitButton } from '../../components/SubmitButton.tsx'
import { focusFirst, showIssues, takeFocus } from '../../components/form-issues.ts'
import classes from '../../components/form.module.css'
import { useSubmission } from '../../components/use-submission.ts'
import { resetTexts } from '../../texts/reset.ts'

const MIN_LENGTH = 6
/** How long the good news can be read before the dashboard comes. */
const REDIRECT_MS = 600

interface NewPasswordFormProps {
  takesFocus: boolean
  /** From the address; empty where it has to be pasted. */
  token: string
  /** Where the token is that was asked for just now. */
  notice: string | null
  onRequestAgain: () => void
}

/** The second step: sets a new password with the token. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { takesFocus, token, notice, onRequestAgain } = props
  const { api, session, clock } = useApp()
  const navigate = useNavigate()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const [done, setDone] = useState<'entering' | 'manually' | null>(null)
  const form = useForm({
    initialValues: { token, newPassword: '' },
    validate: {
      token: (text) => (text.trim().length < MIN_LENGTH ? resetTexts.tokenTooShort : null),
      newPassword: (text) => (text.length < MIN_LENGTH ? resetTexts.passwordTooShort : null),
    },
    onSubmitPreventDefault: 'always',
  })
  useEffect(() => {
    if (done !== 'entering') return
    return clock.after(REDIRECT_MS, () => void navigate('/dashboard', { replace: true }))
  }, [done, clock, navigate])

  const send = (typed: { token: string; newPassword: string }) => {
    if (done !== null) return
    const request = { ...typed, token: typed.token.trim() }
    const call = async () => {
      const answer = await resetPassword(api, request)
      if (answer.token !== null) session.begin(answer.token, answer.user)
      setDone(answer.token === null ? 'manually' : 'entering')
    }
    void submit(call, (failure) => showIssues(form, Object.keys(request), failure))
  }

  if (done !== null) {
    return <Notice isGood>{done === 'entering' ? resetTexts.done : resetTexts.doneManually}</Notice>
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      {notice !== null && <Notice>{notice}</Notice>}
      <Problem>{problem === null ? null : wordsOf(problem, resetTexts.failed)}</Problem>
      <TextInput
        label={resetTexts.token}
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
        label={resetTexts.newPassword}
        name="newPassword"
        autoComplete="new-password"
        aria-required
        {...whileBusy}
        {...form.getInputProps('newPassword')}
      />
      <SubmitButton isBusy={isBusy}>
        {isBusy ? resetTexts.updating : resetTexts.update}
      </SubmitButton>
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        onClick={onRequestAgain}
      >
        {resetTexts.requestAgain}
      </Anchor>
    </form>
  )
}
