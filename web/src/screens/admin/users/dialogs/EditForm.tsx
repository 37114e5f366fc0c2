import type { User } from '@vehicle-control/protocol'
import { useState } from 'react'
import { hasStatus } from '../../../../api/http/api-error.ts'
import { fetchUser, updateUser } from '../../../../api/people/users.ts'
import { useApp } from '../../../../app-parts.ts'
import { useStore } from '../../../../browser/external-store.ts'
import { USERS_TEXTS as TEXTS } from '../../../../texts/admin/admin-users.ts'
import { TEXTS as APP_TEXTS } from '../../../../texts/app.ts'
import { changedFields, type FieldLabel } from '../../list/changed-fields.ts'
import { ActForm, type ActValues } from './ActForm.tsx'
import { PersonFields } from './PersonFields.tsx'

const LABELS: readonly FieldLabel<Pick<User, 'name' | 'role' | 'state'>>[] = [
  { field: 'name', label: TEXTS.columns.name },
  {
    field: 'role',
    label: TEXTS.columns.role,
    say: (role) => APP_TEXTS.account.roles[role as User['role']],
  },
  {
    field: 'state',
    label: TEXTS.columns.state,
    say: (state) => TEXTS.states[state as User['state']],
  },
]

const valuesOf = ({ name, role }: User) => ({ name, role })

interface EditFormProps {
  user: User
  onSaved: (user: User) => void
  /** Loads the list again. */
  refresh: () => void
  onCancel: () => void
}

/** Changes name and role; what another one changed meanwhile is shown before it is written over. */
export function EditForm({ user, onSaved, refresh, onCancel }: EditFormProps) {
  const { api, session } = useApp()
  const isOwn = useStore(session.state, ({ id }) => id === String(user.id))
  const [seen, setSeen] = useState(user)
  const changes = ({ name, role }: ActValues) => ({
    ...(name.trim() !== seen.name && { name: name.trim() }),
    ...(role !== seen.role && { role }),
  })
  return (
    <ActForm
      hint={user.email}
      submit={TEXTS.editing.submit}
      failed={TEXTS.form.failed}
      onCancel={onCancel}
      initial={valuesOf(user)}
      asksProof={({ role }) => role === 'superadmin' && seen.role !== 'superadmin'}
      call={async (values, proof) => {
        const { name, role, disabled } = seen
        const body = { ...changes(values), seen: { name, role, disabled }, ...proof }
        try {
          return onSaved(await updateUser(api, user.id, body))
        } catch (problem) {
          if (!hasStatus(problem, 412)) throw problem
        }
        const theirs = await fetchUser(api, user.id)
        setSeen(theirs)
        refresh()
        const others = changedFields(LABELS, seen, theirs)
        return { changes: others, before: valuesOf(seen), theirs: valuesOf(theirs) }
      }}
      fields={(form, whileBusy) => {
        const ends = seen.state === 'active' && form.values.role !== seen.role
        return <PersonFields form={form} whileBusy={whileBusy} isOwn={isOwn} ends={ends} />
      }}
    />
  )
}
