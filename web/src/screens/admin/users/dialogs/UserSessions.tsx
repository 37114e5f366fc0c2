import type { User } from '@vehicle-control/protocol'
import { endUserSessions, fetchUserSessions } from '../../../../api/people/users.ts'
import { useApp } from '../../../../app-parts.ts'
import { SessionsPanel } from '../../../../sessions/SessionsPanel.tsx'
import { USERS_TEXTS } from '../../../../texts/admin/admin-users.ts'

const LABELS = USERS_TEXTS.sessions

/** Somebody's sessions, and the way to end one or all of them. */
export function UserSessions({ user: { id, email } }: { user: User }) {
  const { api } = useApp()
  return (
    <SessionsPanel
      of={String(id)}
      fetch={(signal) => fetchUserSessions(api, id, signal)}
      end={(which) => endUserSessions(api, id, which === 'others' ? 'all' : which)}
      words={{
        hint: LABELS.hint(email),
        endOthers: LABELS.endAll,
        ask: LABELS.ask,
        noOthers: LABELS.none,
      }}
    />
  )
}
