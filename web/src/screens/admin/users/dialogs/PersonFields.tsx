import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { USERS_TEXTS } from '../../../../texts/admin/admin-users.ts'
import { TEXTS } from '../../../../texts/app.ts'
import { ROLES } from '../user-filters.ts'
import type { ActFields } from './ActForm.tsx'

const LABELS = USERS_TEXTS.form

interface PersonFieldsProps {
  form: ActFields
  whileBusy: { readOnly: boolean; 'aria-disabled': boolean }
  /** The address of an account stays as it is. */
  hasEmail?: boolean
  /** One's own role is shown, and the reason why it stays. */
  isOwn?: boolean
  /** What has been chosen ends the sessions of the account's holder. */
  ends?: boolean
}

/** Who an account is for, and what its holder may do. */
export function PersonFields({ form, whileBusy, hasEmail, isOwn, ends }: PersonFieldsProps) {
  const { role } = form.values
  return (
    <>
      {hasEmail && (
        <TextInput
          label={LABELS.email}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          maxLength={254}
          aria-required
          data-autofocus
          {...whileBusy}
          {...form.getInputProps('email')}
        />
      )}
      <TextInput
        label={LABELS.name}
        autoComplete="off"
        size="md"
        maxLength={120}
        aria-required
        {...(!hasEmail && { 'data-autofocus': true })}
        {...whileBusy}
        {...form.getInputProps('name')}
      />
      {isOwn ? (
        <TextInput
          label={LABELS.role}
          description={LABELS.own}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          size="md"
          readOnly
          value={TEXTS.account.roles[role]}
        />
      ) : (
        <NativeSelect
          label={LABELS.role}
          description={ends ? `${LABELS.mays[role]} ${LABELS.ends}` : LABELS.mays[role]}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          size="md"
          data={ROLES.map((value) => ({ value, label: TEXTS.account.roles[value] }))}
          aria-disabled={whileBusy['aria-disabled']}
          {...form.getInputProps('role')}
        />
      )}
    </>
  )
}
