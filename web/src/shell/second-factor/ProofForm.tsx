import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { FactorProof } from '../../api/account/second-factor.ts'
import { wordsOf } from '../../api/http/api-error.ts'
import { CodeField, isWholeCode } from '../../forms/CodeField.tsx'
import { focusFirst, showIssues, takeFocus } from '../../forms/form-issues.ts'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { CODE_TEXTS } from '../../texts/account/code.ts'
import { FACTOR_TEXTS as TEXTS } from '../../texts/account/second-factor.ts'
import { FormButtons } from './FormButtons.tsx'

interface ProofFormProps {
  hint: string
  submit: string
  /** The message for a failure that the hub sends none for. */
  failed: string
  call: (proof: FactorProof) => Promise<void>
  onCancel: () => void
}

/** The form for password and code, which changing a factor that is on needs. */
export function ProofForm({ hint, submit: label, failed, call, onCancel }: ProofFormProps) {
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const form = useForm({
    initialValues: { currentPassword: '', code: '' },
    validate: {
      currentPassword: (text) => (text ? null : TEXTS.passwordRequired),
      code: (text) => (isWholeCode(text) ? null : CODE_TEXTS.required),
    },
    onSubmitPreventDefault: 'always',
  })
  const send = ({ currentPassword, code }: FactorProof) =>
    void submit(
      () => call({ currentPassword, code: code.trim() }),
      (failure) => showIssues(form, ['currentPassword', 'code'], failure),
    )
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <Text size="sm">{hint}</Text>
      <Problem>{problem === null ? null : wordsOf(problem, failed)}</Problem>
      <PasswordField
        ref={takeFocus}
        label={TEXTS.password}
        name="currentPassword"
        autoComplete="current-password"
        aria-required
        {...whileBusy}
        {...form.getInputProps('currentPassword')}
      />
      <CodeField {...whileBusy} {...form.getInputProps('code')} />
      <FormButtons isBusy={isBusy} submit={label} back={{ label: TEXTS.cancel, leave: onCancel }} />
    </form>
  )
}
