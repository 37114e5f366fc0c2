import { Box, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SecondFactorOffer } from '@vehicle-control/protocol'
import { confirmSecondFactor } from '../../api/account/second-factor.ts'
import { wordsOf } from '../../api/http/api-error.ts'
import { useApp } from '../../app-parts.ts'
import { CodeField, isWholeCode } from '../../forms/CodeField.tsx'
import { focusFirst, showIssues, takeFocus } from '../../forms/form-issues.ts'
import { Problem } from '../../forms/Problem.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { CopyButton } from '../../secrets/CopyButton.tsx'
import { QrCode } from '../../secrets/QrCode.tsx'
import { CODE_TEXTS } from '../../texts/account/code.ts'
import { FACTOR_TEXTS as TEXTS } from '../../texts/account/second-factor.ts'
import { FormButtons } from './FormButtons.tsx'

interface ConfirmFormProps {
  offer: SecondFactorOffer
  onCodes: (codes: string[]) => void
  /** Goes back for a new offer: this one is valid for some minutes only. */
  onBack: () => void
}

/** The secret as a QR code and for typing, and the first code that the app makes of it. */
export function ConfirmForm({ offer, onCodes, onBack }: ConfirmFormProps) {
  const { api } = useApp()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (isWholeCode(text) ? null : CODE_TEXTS.required) },
    onSubmitPreventDefault: 'always',
  })
  const send = ({ code }: typeof form.values) => {
    const call = async () => onCodes(await confirmSecondFactor(api, code.trim()))
    void submit(call, (failure) => showIssues(form, ['code'], failure))
  }
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <Text size="sm">{TEXTS.scan}</Text>
      <div className="wrap" data-gap="large">
        <QrCode text={offer.uri} label={TEXTS.qr} />
        <Box className="stack" data-gap="small" data-align="start" flex="1 1 8rem">
          <strong>{TEXTS.secret}</strong>
          <Box component="code" className="code" fz="0.9375rem">
            {inGroups(offer.secret)}
          </Box>
          <CopyButton what={TEXTS.secret} text={offer.secret} />
        </Box>
      </div>
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.confirmFailed)}</Problem>
      <CodeField isOfApp ref={takeFocus} {...whileBusy} {...form.getInputProps('code')} />
      <Text size="sm">{TEXTS.confirmHint}</Text>
      <FormButtons
        isBusy={isBusy}
        submit={TEXTS.confirm}
        back={{ label: TEXTS.back, leave: onBack }}
      />
    </form>
  )
}

/** A secret as people type it: four characters at a time. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
