import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { EnrollToken } from '@vehicle-control/protocol'
import {
  ENROLL_APPROVAL_TTL_MAX_S,
  ENROLL_TTL_DEFAULT_S,
  ENROLL_TTL_MAX_S,
  ENROLL_TTL_MIN_S,
} from '@vehicle-control/protocol/limits'
import { mintEnrollToken } from '../../../../api/agents/agent-keys.ts'
import { isBadResponse, wordsOf } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { DraftNotice } from '../../../../forms/DraftNotice.tsx'
import { focusFirst, showIssues } from '../../../../forms/form-issues.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { typedIn, useKeptDraft } from '../../../../forms/use-kept-draft.ts'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import classes from '../agents.module.css'
import type { DeviceIdentity } from '../connect/device-env.ts'
import { codeFault, MAX_LENGTH } from '../edit/agent-values.ts'

const LABELS = DEVICE_TEXTS.enrol
const FIELDS = DEVICE_TEXTS.fields
const PLAIN = { autoComplete: 'off', spellCheck: false } as const
/** Descriptions are below the fields, so that fields side by side stay level. */
const UNDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** A token and the device that it is for. */
export interface Enrolment {
  readonly device: DeviceIdentity
  readonly minted: EnrollToken
  /** The token only asks: an admin approves the device. */
  readonly approval: boolean
}

interface EnrolFormProps {
  onMinted: (enrolment: Enrolment) => void
  /** The form is for the other kind of token now: one that it made before is not what it says. */
  onOtherKind: () => void
}

/** Makes a token for one device; what was typed stays, for the next one. */
export function EnrolForm({ onMinted, onOtherKind }: EnrolFormProps) {
  const { api } = useApp()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const form = useForm({
    initialValues: {
      code: '',
      name: '',
      location: '',
      ttl: String(ENROLL_TTL_DEFAULT_S),
      approval: false,
    },
    validate: { code: codeFault, ttl: (typed, { approval }) => ttlFault(typed, approval) },
    onSubmitPreventDefault: 'always',
  })
  const isRestored = useKeptDraft({
    name: 'enrolment',
    query: { tab: 'agentes', inscribir: '1' },
    read: () => typedIn(form, true),
    restore: form.setValues,
  })
  const send = ({ code, name, location, ttl, approval }: typeof form.values) => {
    const device = { code: code.trim(), name: name.trim(), location: location.trim() }
    const call = async () => {
      const request = { code: device.code, ttl: Number(ttl), approval }
      onMinted({ device, minted: await mintEnrollToken(api, request), approval })
    }
    void submit(call, (failure) => showIssues(form, ['code', 'ttl'], failure))
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <DraftNotice isShown={isRestored} />
      <p className="hint">{LABELS.hint}</p>
      <Checkbox
        label={FIELDS.approval}
        description={FIELDS.approvalHint}
        disabled={isBusy}
        {...form.getInputProps('approval', { type: 'checkbox' })}
        onChange={({ currentTarget: { checked } }) => {
          onOtherKind()
          form.setValues({
            approval: checked,
            ttl: String(checked ? ENROLL_APPROVAL_TTL_MAX_S : ENROLL_TTL_DEFAULT_S),
          })
        }}
      />
      <div className={classes.fields}>
        <TextInput
          {...PLAIN}
          label={FIELDS.code}
          description={FIELDS.codeHint}
          inputWrapperOrder={UNDER}
          autoCapitalize="none"
          aria-required
          maxLength={MAX_LENGTH.code}
          {...whileBusy}
          {...form.getInputProps('code')}
        />
        <TextInput
          {...PLAIN}
          label={FIELDS.name}
          maxLength={MAX_LENGTH.name}
          {...whileBusy}
          {...form.getInputProps('name')}
        />
        <TextInput
          {...PLAIN}
          label={FIELDS.location}
          maxLength={MAX_LENGTH.location}
          {...whileBusy}
          {...form.getInputProps('location')}
        />
        <TextInput
          {...PLAIN}
          label={FIELDS.ttl}
          inputMode="numeric"
          aria-required
          maxLength={12}
          {...whileBusy}
          {...form.getInputProps('ttl')}
        />
      </div>
      <Problem>{problem === null ? null : mintProblem(problem)}</Problem>
      <div className="wrap">
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? LABELS.submitting : LABELS.submit}
        </Button>
      </div>
    </form>
  )
}

/** Why there is no token, in words: an answer without a token has a sentence of its own. */
export function mintProblem(problem: unknown): string {
  return isBadResponse(problem) ? LABELS.noToken : wordsOf(problem, LABELS.failed)
}

function ttlFault(typed: string, approval: boolean): string | null {
  const text = typed.trim()
  const ttl = /^\d+$/.test(text) ? Number(text) : Number.NaN
  const longest = approval ? ENROLL_APPROVAL_TTL_MAX_S : ENROLL_TTL_MAX_S
  if (ttl >= ENROLL_TTL_MIN_S && ttl <= longest) return null
  return approval ? FIELDS.approvalTtlRule : FIELDS.ttlRule
}
