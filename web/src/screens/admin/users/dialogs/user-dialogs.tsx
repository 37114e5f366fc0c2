import type { InviteSent, Proof, User } from '@vehicle-control/protocol'
import { hasStatus, wordsOf } from '../../../../api/http/api-error.ts'
import {
  inviteAgain,
  inviteUser,
  resetSecondFactor,
  updateUser,
} from '../../../../api/people/users.ts'
import { useApp } from '../../../../app-parts.ts'
import type { Dialogs } from '../../../../dialogs/dialogs.ts'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { USERS_TEXTS as TEXTS } from '../../../../texts/admin/admin-users.ts'
import { ActForm } from './ActForm.tsx'
import { EditForm } from './EditForm.tsx'
import { InviteResult } from './InviteResult.tsx'
import { PersonFields } from './PersonFields.tsx'
import { UserSessions } from './UserSessions.tsx'

interface UserDialogsOptions {
  dialogs: Dialogs
  site: SiteTime | null
  /** Loads the list again, also where an act failed, since the list may be out of date. */
  refresh: () => void
}

export type UserDialogs = ReturnType<typeof userDialogs>

/** Opens the form of each act. */
export function userDialogs({ dialogs, site, refresh }: UserDialogsOptions) {
  const done = (close: () => void, text: string) => {
    close()
    refresh()
    dialogs.notify('success', text)
  }
  const showInvite = (sent: InviteSent) => {
    refresh()
    dialogs.open({
      title: TEXTS.invited.title,
      isSheet: true,
      // A link is not shown again.
      isFirm: sent.invite.link !== null,
      content: (close) => <InviteResult sent={sent} site={site} onDone={close} />,
    })
  }
  /** The form of an act on one account that changes nothing but by being sent. */
  const openAct = (user: User, act: PlainAct) => {
    const { title, hint, submit, failed } = act
    dialogs.open({
      title,
      isSheet: true,
      content: (close) => (
        <ActOn
          call={(api, proof) => act.call(api, proof, close)}
          asksProof={act.asksProof ?? user.role === 'superadmin'}
          {...{ hint, submit, failed, refresh }}
          onCancel={close}
        />
      ),
    })
  }

  return {
    invite() {
      dialogs.open({
        title: TEXTS.inviting.title,
        isSheet: true,
        content: (close) => (
          <InviteForm
            onCancel={close}
            onSent={(sent) => {
              close()
              showInvite(sent)
            }}
          />
        ),
      })
    },
    inviteAgain: (user: User) =>
      openAct(user, {
        ...TEXTS.invitingAgain,
        title: TEXTS.invitingAgain.title(user.name),
        failed: TEXTS.inviting.failed,
        call: async (api, proof, close) => {
          const sent = await inviteAgain(api, user.id, proof)
          close()
          showInvite(sent)
        },
      }),
    reactivate: (user: User) =>
      openAct(user, {
        ...TEXTS.reactivating,
        title: TEXTS.reactivating.title(user.name),
        hint: TEXTS.reactivating.hint(user.email),
        call: async (api, proof, close) => {
          const seen = { role: user.role }
          try {
            await updateUser(api, user.id, { disabled: false, seen, ...proof })
          } catch (problem) {
            if (!hasStatus(problem, 412)) throw problem
            // It would come back as something else than the list has shown.
            close()
            refresh()
            return dialogs.notify('error', wordsOf(problem, TEXTS.reactivating.failed))
          }
          done(close, TEXTS.reactivating.done(user.name))
        },
      }),
    resetFactor: (user: User) =>
      openAct(user, {
        ...TEXTS.resetting,
        title: TEXTS.resetting.title(user.name),
        hint: TEXTS.resetting.hint(user.email),
        asksProof: true,
        call: async (api, proof, close) => {
          await resetSecondFactor(api, user.id, proof)
          done(close, TEXTS.resetting.done(user.name))
        },
      }),
    edit(user: User) {
      dialogs.open({
        title: TEXTS.editing.title(user.name),
        isSheet: true,
        content: (close) => (
          <EditForm
            user={user}
            refresh={refresh}
            onCancel={close}
            onSaved={({ name }) => done(close, TEXTS.editing.saved(name))}
          />
        ),
      })
    },
    sessions(user: User) {
      dialogs.open({
        title: TEXTS.sessions.title(user.name),
        isSheet: true,
        content: () => <UserSessions user={user} />,
      })
    },
  }
}

type Api = ReturnType<typeof useApp>['api']

interface PlainAct {
  title: string
  hint: string
  submit: string
  failed: string
  /** Left out: on superadmins. */
  asksProof?: boolean
  call: (api: Api, proof: { proof?: Proof }, close: () => void) => Promise<void>
}

interface ActOnProps extends Pick<PlainAct, 'hint' | 'submit' | 'failed'> {
  asksProof: boolean
  call: (api: Api, proof: { proof?: Proof }) => Promise<void>
  refresh: () => void
  onCancel: () => void
}

function ActOn({ hint, submit, failed, asksProof, call, refresh, onCancel }: ActOnProps) {
  const { api } = useApp()
  return (
    <ActForm
      {...{ hint, submit, failed, onCancel }}
      asksProof={() => asksProof}
      call={async (_values, proof) => {
        try {
          await call(api, proof)
        } catch (failure) {
          if (hasStatus(failure, 404) || hasStatus(failure, 403)) refresh()
          throw failure
        }
      }}
    />
  )
}

interface InviteFormProps {
  onSent: (sent: InviteSent) => void
  onCancel: () => void
}

/** Invites somebody who has no account yet. */
function InviteForm({ onSent, onCancel }: InviteFormProps) {
  const { api } = useApp()
  const { hint, submit, failed } = TEXTS.inviting
  return (
    <ActForm
      {...{ hint, submit, failed, onCancel }}
      initial={{ email: '', name: '' }}
      asksProof={({ role }) => role === 'superadmin'}
      call={async ({ email, name, role }, proof) =>
        onSent(await inviteUser(api, { email: email.trim(), name: name.trim(), role, ...proof }))
      }
      fields={(form, whileBusy) => <PersonFields form={form} whileBusy={whileBusy} hasEmail />}
    />
  )
}
