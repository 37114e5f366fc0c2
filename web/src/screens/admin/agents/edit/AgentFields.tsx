import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import classes from '../agents.module.css'
import { type AgentValues, MAX_LENGTH } from './agent-values.ts'

const LABELS = DEVICE_TEXTS.fields

interface AgentFieldsProps {
  form: Pick<UseFormReturnType<AgentValues>, 'getInputProps' | 'key'>
  /** From `useSubmission`. */
  whileBusy: { readOnly: boolean; 'aria-disabled': boolean }
  /** False for an existing agent, whose code never changes. */
  hasCode: boolean
}

const PLAIN = { autoComplete: 'off', spellCheck: false } as const
/** Descriptions are below the fields, so that fields side by side stay level. */
const UNDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** The fields of an agent. */
export function AgentFields({ form, whileBusy, hasCode }: AgentFieldsProps) {
  return (
    <div className={classes.fields}>
      {hasCode && (
        <TextInput
          {...PLAIN}
          label={LABELS.code}
          description={LABELS.codeHint}
          inputWrapperOrder={UNDER}
          autoCapitalize="none"
          aria-required
          maxLength={MAX_LENGTH.code}
          {...whileBusy}
          {...form.getInputProps('code')}
        />
      )}
      <TextInput
        {...PLAIN}
        label={LABELS.name}
        aria-required
        maxLength={MAX_LENGTH.name}
        {...whileBusy}
        {...form.getInputProps('name')}
      />
      <TextInput
        {...PLAIN}
        label={LABELS.location}
        maxLength={MAX_LENGTH.location}
        {...whileBusy}
        {...form.getInputProps('location')}
      />
      <div className={classes.pair}>
        <TextInput
          {...PLAIN}
          label={LABELS.lat}
          placeholder="4,711"
          {...whileBusy}
          {...form.getInputProps('lat')}
        />
        <TextInput
          {...PLAIN}
          label={LABELS.lng}
          placeholder="-74,072"
          {...whileBusy}
          {...form.getInputProps('lng')}
        />
      </div>
    </div>
  )
}
