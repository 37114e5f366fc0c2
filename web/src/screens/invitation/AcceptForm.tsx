import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InviteLook } from '@vehicle-control/protocol'
import { PASSWORD_MIN } from '@vehicle-control/protocol/limits'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { wordsOf } from '../../api/http/api-error.ts'
import { acceptInvite } from '../../api/people/invites.ts'
import { useApp } from '../../app-parts.ts'
import { forgetWallBrowser } from '../../browser/wall-browser.ts'
import { focusFirst, showIssues } from '../../forms/form-issues.ts'
import { Notice } from '../../forms/Notice.tsx'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { INVITATION_TEXTS as TEXTS } from '../../texts/account/invitation.ts'
import { TEXTS as APP_TEXTS } from '../../texts/app.ts'
import { HOME_PATH } from '../table.ts'
import { isInvalid } from './is-invalid.ts'

interface AcceptFormProps {
  token: string
  look: InviteLook
  /** The invite was used, revoked or late since it was looked at. */
  onInvalid: () => void
}

/** The choice of a password, which accepts the invite and logs in. */
export function AcceptForm({ token, look, onInvalid }: AcceptFormProps) {
  const { api, session, storage } = useApp()
  const navigate = useNavigate()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  // As it was before: once accepted the session is one's own.
  const [other] = useState(() => session.state.get())
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: {
      password: (text) => (text.length < PASSWORD_MIN ? TEXTS.passwordTooShort : null),
      repeated: (text, { password }) => (text === password ? null : TEXTS.different),
    },
    onSubmitPreventDefault: 'always',
  })
  const send = ({ password }: { password: string }) => {
    const call = async () => {
      const answer = await acceptInvite(api, { token, password })
      forgetWallBrowser(storage)
      session.begin(answer.token, answer.user)
      void navigate(HOME_PATH, { replace: true })
    }
    void submit(call, (failure) => {
      if (isInvalid(failure)) {
        onInvalid()
        return true
      }
      return showIssues(form, ['password'], failure)
    })
  }
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <div className="stack" data-gap="tiny">
        <p className="strong">{TEXTS.greeting(look.name)}</p>
        <p>{TEXTS.what(look.site_name, APP_TEXTS.account.roles[look.role])}</p>
      </div>
      {other.token !== null && (
        <Notice>{TEXTS.otherOpen(other.name || APP_TEXTS.account.nameless)}</Notice>
      )}
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.failed)}</Problem>
      <TextInput
        label={TEXTS.email}
        name="email"
        autoComplete="username"
        size="md"
        readOnly
        value={look.email}
      />
      <PasswordField
        label={TEXTS.password}
        description={TEXTS.passwordHint}
        name="password"
        autoComplete="new-password"
        aria-required
        {...whileBusy}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={TEXTS.repeat}
        name="repeated"
        autoComplete="new-password"
        aria-required
        {...whileBusy}
        {...form.getInputProps('repeated')}
      />
      <SubmitButton isBusy={isBusy}>{isBusy ? TEXTS.accepting : TEXTS.accept}</SubmitButton>
    </form>
  )
}
