import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@vehicle-control/protocol'
import { useRef } from 'react'
import { wordsOf } from '../../../api/http/api-error.ts'
import { revokeInvite, updateUser, USERS_KEY } from '../../../api/people/users.ts'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { USERS_TEXTS as TEXTS } from '../../../texts/admin/admin-users.ts'
import { LIST_COUNT } from '../list/ListFrame.tsx'
import type { UserDialogs } from './dialogs/user-dialogs.tsx'

/** What superadmins do with accounts; each act asks first, or has a form. */
export interface UserActs {
  readonly invite: () => void
  readonly inviteAgain: (user: User) => void
  readonly revoke: (user: User) => void
  readonly edit: (user: User) => void
  readonly sessions: (user: User) => void
  readonly resetFactor: (user: User) => void
  readonly deactivate: (user: User) => void
  readonly reactivate: (user: User) => void
}

/** The acts of the list. The forms' code is loaded with the first of them. */
export function useUserActs(site: SiteTime | null): UserActs {
  const { api } = useApp()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: [USERS_KEY] })

  const withDialogs = (run: (forms: UserDialogs) => void) => {
    import('./dialogs/user-dialogs.tsx').then(
      ({ userDialogs }) => run(userDialogs({ dialogs, site, refresh })),
      () => dialogs.notify('error', TEXTS.loadFailed),
    )
  }
  /** Asks, acts and says how it went; one at a time. */
  const confirmed = async (user: User, words: ConfirmedWords, act: () => Promise<unknown>) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const who = `${user.name} · ${user.email}`
      const question = { text: words.question, detail: words.detail(who), isLoss: true }
      if (!(await dialogs.confirm(question))) return
      await act()
      dialogs.notify('success', words.done(user.name))
      // The row's button, which had the focus, disappears.
      document.querySelector<HTMLElement>(`[${LIST_COUNT}]`)?.focus()
    } catch (problem) {
      dialogs.notify('error', wordsOf(problem, words.failed))
    } finally {
      isBusy.current = false
      refresh()
    }
  }

  return {
    invite: () => withDialogs((forms) => forms.invite()),
    inviteAgain: (user) => withDialogs((forms) => forms.inviteAgain(user)),
    edit: (user) => withDialogs((forms) => forms.edit(user)),
    sessions: (user) => withDialogs((forms) => forms.sessions(user)),
    resetFactor: (user) => withDialogs((forms) => forms.resetFactor(user)),
    reactivate: (user) => withDialogs((forms) => forms.reactivate(user)),
    revoke: (user) => void confirmed(user, TEXTS.revoking, () => revokeInvite(api, user.id)),
    deactivate: (user) =>
      void confirmed(user, TEXTS.deactivating, () => updateUser(api, user.id, { disabled: true })),
  }
}

interface ConfirmedWords {
  readonly question: string
  readonly detail: (who: string) => string
  readonly done: (name: string) => string
  readonly failed: string
}
