import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { requestReset } from '../../api/auth/passwords.ts'
import { wordsOf } from '../../api/http/api-error.ts'
import { useApp } from '../../app-parts.ts'
import { Problem } from '../../forms/Problem.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { focusFirst, showIssues, takeFocus } from '../../forms/form-issues.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { LOGIN_TEXTS } from '../../texts/account/login.ts'
import { RESET_TEXTS } from '../../texts/account/reset.ts'

interface RequestFormProps {
  takesFocus: boolean
  /** Called once the hub took the request, which does not mean that the account exists. */
  onDone: () => void
}

/** The first step: asks for a token. */
export function RequestForm({ takesFocus, onDone }: RequestFormProps) {
  const { api } = useApp()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (email.trim() ? null : LOGIN_TEXTS.emailRequired) },
    onSubmitPreventDefault: 'always',
  })
  const send = ({ email }: { email: string }) => {
    const call = async () => {
      await requestReset(api, email.trim().toLowerCase())
      onDone()
    }
    void submit(call, (failure) => showIssues(form, ['email'], failure))
  }

  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <Problem>{problem === null ? null : wordsOf(problem, RESET_TEXTS.requestFailed)}</Problem>
      <TextInput
        label={LOGIN_TEXTS.email}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        ref={takesFocus ? takeFocus : undefined}
        aria-required
        {...whileBusy}
        {...form.getInputProps('email')}
      />
      <SubmitButton isBusy={isBusy}>
        {isBusy ? RESET_TEXTS.requesting : RESET_TEXTS.request}
      </SubmitButton>
    </form>
  )
}
