import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PASSWORD_MIN } from '@vehicle-control/protocol/limits'
import { changePassword } from '../../api/auth/passwords.ts'
import { wordsOf } from '../../api/http/api-error.ts'
import { useApp } from '../../app-parts.ts'
import { focusFirst, showIssues } from '../../forms/form-issues.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts'

/** Changes the password; the person stays logged in here, and nowhere else. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { api, session } = useApp()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: {
      currentPassword: (text) => (text ? null : ACCOUNT_TEXTS.currentRequired),
      newPassword: (text) => (text.length < PASSWORD_MIN ? ACCOUNT_TEXTS.tooShort : null),
      repeated: (text, { newPassword }) => (text === newPassword ? null : ACCOUNT_TEXTS.different),
    },
    onSubmitPreventDefault: 'always',
  })

  const send = ({ currentPassword, newPassword }: typeof form.values) => {
    const request = { currentPassword, newPassword }
    const call = async () => {
      const { token, user } = await changePassword(api, request)
      if (token !== null) session.begin(token, user)
      onDone()
    }
    void submit(call, (failure) => showIssues(form, Object.keys(request), failure))
  }

  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <Text size="sm">{ACCOUNT_TEXTS.hint}</Text>
      <Problem>{problem === null ? null : wordsOf(problem, ACCOUNT_TEXTS.failed)}</Problem>
      <PasswordField
        label={ACCOUNT_TEXTS.current}
        name="currentPassword"
        autoComplete="current-password"
        data-autofocus
        aria-required
        {...whileBusy}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordField
        label={ACCOUNT_TEXTS.next}
        name="newPassword"
        autoComplete="new-password"
        aria-required
        {...whileBusy}
        {...form.getInputProps('newPassword')}
      />
      <PasswordField
        label={ACCOUNT_TEXTS.repeat}
        name="repeated"
        autoComplete="new-password"
        aria-required
        {...whileBusy}
        {...form.getInputProps('repeated')}
      />
      <SubmitButton isBusy={isBusy}>
        {isBusy ? ACCOUNT_TEXTS.submitting : ACCOUNT_TEXTS.submit}
      </SubmitButton>
    </form>
  )
}
