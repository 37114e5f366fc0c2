import { useForm } from '@mantine/form'
import type { SecondFactorOffer } from '@vehicle-control/protocol'
import { beginSecondFactor } from '../../api/account/second-factor.ts'
import { wordsOf } from '../../api/http/api-error.ts'
import { useApp } from '../../app-parts.ts'
import { focusFirst, showIssues, takeFocus } from '../../forms/form-issues.ts'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { FACTOR_TEXTS as TEXTS } from '../../texts/account/second-factor.ts'
import { FormButtons } from './FormButtons.tsx'

interface BeginFormProps {
  onOffer: (offer: SecondFactorOffer) => void
  onCancel: (() => void) | undefined
}

/** Asks for the password, in return for which the hub sends a secret. */
export function BeginForm({ onOffer, onCancel }: BeginFormProps) {
  const { api } = useApp()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: { currentPassword: (text) => (text ? null : TEXTS.passwordRequired) },
    onSubmitPreventDefault: 'always',
  })
  const send = ({ currentPassword }: typeof form.values) => {
    const call = async () => onOffer(await beginSecondFactor(api, currentPassword))
    void submit(call, (failure) => showIssues(form, ['currentPassword'], failure))
  }
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.beginFailed)}</Problem>
      <PasswordField
        ref={onCancel && takeFocus}
        label={TEXTS.password}
        name="currentPassword"
        autoComplete="current-password"
        aria-required
        {...whileBusy}
        {...form.getInputProps('currentPassword')}
      />
      <FormButtons
        isBusy={isBusy}
        submit={TEXTS.next}
        back={onCancel && { label: TEXTS.cancel, leave: onCancel }}
      />
    </form>
  )
}
