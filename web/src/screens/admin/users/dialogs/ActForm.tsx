import { Button, Text } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { Proof, Role } from '@vehicle-control/protocol'
import { type ReactNode, useState } from 'react'
import { ApiError, wordsOf } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { useStore } from '../../../../browser/external-store.ts'
import { CodeField, isWholeCode } from '../../../../forms/CodeField.tsx'
import { focusFirst } from '../../../../forms/form-issues.ts'
import { PasswordField } from '../../../../forms/PasswordField.tsx'
import { Problem } from '../../../../forms/Problem.tsx'
import { SubmitButton } from '../../../../forms/SubmitButton.tsx'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { CODE_TEXTS } from '../../../../texts/account/code.ts'
import { USERS_TEXTS } from '../../../../texts/admin/admin-users.ts'
import type { ChangedField } from '../../list/changed-fields.ts'
import { ChangedNotice } from '../../list/ChangedNotice.tsx'

const LABELS = USERS_TEXTS.form
const PROOF = USERS_TEXTS.proof

/** What the form of an act may hold; each act has the fields that it shows. */
export interface ActValues {
  email: string
  name: string
  role: Role
  /** The actor's own, where the act asks for it. */
  currentPassword: string
  code: string
}
type Name = keyof ActValues
export type ActFields = UseFormReturnType<ActValues>

/** What somebody else changed while the form was being filled: nothing of it was saved. */
export interface Meanwhile {
  changes: readonly ChangedField[]
  before: Partial<ActValues>
  theirs: Partial<ActValues>
}

interface ActFormProps {
  initial?: Partial<ActValues>
  hint?: string
  submit: string
  /** The message for a failure that the hub sends none for. */
  failed: string
  /** Whether the hub wants to know that it is the actor who does this. */
  asksProof: (values: ActValues) => boolean
  /** `proof` is left out where the act asks for none; the answer is what somebody changed first. */
  call: (values: ActValues, proof: { proof?: Proof }) => Promise<Meanwhile | void>
  onCancel: () => void
  fields?: (
    form: ActFields,
    whileBusy: { readOnly: boolean; 'aria-disabled': boolean },
  ) => ReactNode
}

/**
 * The form of an act on an account. Where a stolen session must not do it, it asks in the same place
 * for the actor's own password, and the code where the actor has a second factor; also where only the
 * hub knows that it has to.
 */
export function ActForm(props: ActFormProps) {
  const { initial, hint, submit: label, failed, asksProof, call, onCancel, fields } = props
  const { session } = useApp()
  const isFactorKnown = useStore(session.state, ({ secondFactor }) => secondFactor === 'on')
  /** The hub refused an act for want of a proof, or of the code in it. */
  const [demanded, setDemanded] = useState<'proof' | 'code' | null>(null)
  const hasFactor = isFactorKnown || demanded === 'code'
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const isAsked = (values: ActValues) => demanded !== null || asksProof(values)
  const form = useForm<ActValues>({
    initialValues: {
      email: '',
      name: '',
      role: 'operator',
      currentPassword: '',
      code: '',
      ...initial,
    },
    validate: {
      email: (text) => (initial?.email === undefined ? null : emailFault(text)),
      name: (text) => (initial?.name !== undefined && !text.trim() ? LABELS.nameMissing : null),
      currentPassword: (text, values) => (isAsked(values) && !text ? PROOF.passwordRequired : null),
      code: (text, values) =>
        isAsked(values) && hasFactor && !isWholeCode(text) ? CODE_TEXTS.required : null,
    },
    onSubmitPreventDefault: 'always',
  })
  const send = (values: ActValues) => {
    const { currentPassword, code } = values
    const proof = { currentPassword, ...(hasFactor && { code: code.trim() }) }
    const run = async () => {
      const found = (await call(values, isAsked(values) ? { proof } : {})) ?? null
      setMeanwhile(found)
      if (!found) return
      const { before, theirs } = found
      // What was typed stays; the rest is as it would be saved.
      const isTyped = (name: string) => values[name as Name] !== before[name as Name]
      const rest = Object.entries(theirs).filter(([name]) => !isTyped(name))
      form.setValues({ ...Object.fromEntries(rest), code: '' })
    }
    void submit(run, isShown)
  }
  const isShown = (failure: unknown): boolean => {
    if (!(failure instanceof ApiError)) return false
    // With a password it is the code that was missing: the factor was switched on elsewhere.
    if (failure.code === 'proof_required') {
      setDemanded(form.values.currentPassword === '' ? 'proof' : 'code')
    }
    // The hub has used it up, or it was wrong.
    form.setFieldValue('code', '')
    const errors = Object.fromEntries(
      failure.issues.map(({ path, message }) => [path.replace(/^proof\./, ''), message]),
    )
    const known = Object.keys(errors).filter((path) => path in form.values)
    if (failure.code === 'duplicate') {
      errors['email'] = wordsOf(failure, failed)
      known.push('email')
    }
    form.setErrors(errors)
    focusFirst(form, errors)
    return known.length > 0
  }
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      {hint && <Text size="sm">{hint}</Text>}
      <Problem>{problem === null ? null : wordsOf(problem, failed)}</Problem>
      {fields?.(form, whileBusy)}
      {isAsked(form.values) && (
        <>
          <Text size="sm">{PROOF.why}</Text>
          <PasswordField
            label={PROOF.password}
            name="currentPassword"
            autoComplete="current-password"
            aria-required
            {...(!fields && { 'data-autofocus': true })}
            {...whileBusy}
            {...form.getInputProps('currentPassword')}
          />
          {hasFactor && <CodeField {...whileBusy} {...form.getInputProps('code')} />}
        </>
      )}
      <div className="stack" data-gap="small">
        {meanwhile ? (
          <ChangedNotice
            title={LABELS.changed}
            changes={meanwhile.changes}
            isBusy={isBusy}
            onTake={() => {
              form.setValues(meanwhile.theirs)
              setMeanwhile(null)
            }}
            onKeep={() => form.onSubmit(send, (errors) => focusFirst(form, errors))()}
          />
        ) : (
          <SubmitButton isBusy={isBusy}>{isBusy ? LABELS.sending : label}</SubmitButton>
        )}
        <Button variant="default" size="md" fullWidth onClick={onCancel}>
          {LABELS.cancel}
        </Button>
      </div>
    </form>
  )
}

function emailFault(text: string): string | null {
  const email = text.trim()
  if (email === '') return LABELS.emailMissing
  return /^[^\s@]+@[^\s@]+$/.test(email) ? null : LABELS.emailRule
}
