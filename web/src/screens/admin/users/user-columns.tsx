import { Button } from '@mantine/core'
import type { User, Wall } from '@vehicle-control/protocol'
import { Link } from 'react-router-dom'
import { StateMark, type StateTone } from '../../../components/StateMark.tsx'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { USERS_TEXTS as TEXTS } from '../../../texts/admin/admin-users.ts'
import { TEXTS as APP_TEXTS } from '../../../texts/app.ts'
import { showsOf } from '../agents/walls/wall-values.ts'
import type { ListColumn } from '../list/ListTable.tsx'
import type { UserActs } from './use-user-acts.tsx'
import classes from './users.module.css'

const HEADS = TEXTS.columns
const LABELS = TEXTS.actions
const TONES: Record<User['state'], StateTone> = {
  active: 'good',
  invited: 'warn',
  disabled: 'bad',
  wall: 'good',
}

interface UserColumnsOptions {
  /** Null: its time zone is not known yet. */
  site: SiteTime | null
  /** Of the person who looks, as the session has it. */
  ownId: string
  walls: readonly Wall[]
  acts: UserActs
}

/** The columns of the list. */
export function userColumns(options: UserColumnsOptions): readonly ListColumn<User>[] {
  const { site, ownId, walls, acts } = options
  const isOwn = ({ id, email }: User) => [String(id), email].includes(ownId)
  const when = (text: string) => site?.full(Date.parse(text)) ?? ''
  return [
    {
      name: 'email',
      head: HEADS.email,
      cell: ({ email }) => <Address email={email} />,
      className: classes.email,
      place: 'lead',
    },
    {
      name: 'name',
      head: HEADS.name,
      cell: (user) => (
        <>
          {isOwn(user) && <span className={`pill no-print ${classes.you}`}>{TEXTS.you}</span>}
          {user.name}
        </>
      ),
      className: classes.name,
      place: 'under',
    },
    {
      name: 'role',
      head: HEADS.role,
      cell: (user) => {
        if (!user.kiosk) return APP_TEXTS.account.roles[user.role]
        const wall = walls.find(({ email }) => email === user.email)
        return (
          <span className="column">
            {TEXTS.wall}
            {wall && <span className={`hint ${classes.shows}`}>{showsOf(wall)}</span>}
          </span>
        )
      },
      className: classes.role,
      place: ({ kiosk }) => (kiosk ? undefined : 'end'),
    },
    {
      name: 'state',
      head: HEADS.state,
      cell: (user) => <UserStateCell user={user} when={when} />,
      place: 'beside',
    },
    {
      name: 'factor',
      head: HEADS.factor,
      cell: ({ kiosk, second_factor }) => (kiosk ? null : TEXTS.factors[second_factor]),
    },
    {
      name: 'used',
      head: HEADS.used,
      cell: ({ last_used_at }) => (last_used_at === null ? TEXTS.never : when(last_used_at)),
      className: classes.used,
    },
    {
      name: 'actions',
      head: ADMIN_TEXTS.list.actions,
      className: classes.actions,
      isActions: true,
      cell: (user) => <Actions user={user} isOwn={isOwn(user)} acts={acts} />,
    },
  ]
}

/** One that takes two lines breaks before its «@». */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

function UserStateCell({ user, when }: { user: User; when: (text: string) => string }) {
  const { state, invite, activated } = user
  const mark = <StateMark tone={TONES[state]}>{TEXTS.states[state]}</StateMark>
  const isRevoked = state === 'disabled' && !activated
  if (state !== 'invited' && !isRevoked) return mark
  const hint = isRevoked
    ? TEXTS.inviteRevoked
    : invite === null
      ? TEXTS.inviteGone
      : (invite.expired ? TEXTS.inviteEnded : TEXTS.inviteUntil)(when(invite.expires_at))
  return (
    <>
      {mark}
      <span className={`hint ${classes.until}`}>{hint}</span>
    </>
  )
}

/** What can be done with an account, by its state; its holder may only change the own name. */
function Actions({ user, isOwn, acts }: { user: User; isOwn: boolean; acts: UserActs }) {
  const { state, kiosk, second_factor, activated } = user
  const button = (label: string, ofRow: (name: string) => string, run: (user: User) => void) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={ofRow(user.email)}
      onClick={() => run(user)}
    >
      {label}
    </Button>
  )
  if (kiosk) {
    return (
      <Button
        component={Link}
        to="/admin?tab=agentes&pantallas=1"
        variant="default"
        size="compact-sm"
        aria-label={LABELS.wallsOf(user.name)}
      >
        {LABELS.walls}
      </Button>
    )
  }
  const edit = button(LABELS.edit, LABELS.editOf, acts.edit)
  if (isOwn) return edit
  const again = button(LABELS.inviteAgain, LABELS.inviteAgainOf, acts.inviteAgain)
  return (
    <>
      {edit}
      {state === 'active' && button(LABELS.sessions, LABELS.sessionsOf, acts.sessions)}
      {second_factor === 'on' && button(LABELS.resetFactor, LABELS.resetFactorOf, acts.resetFactor)}
      {state !== 'active' && !activated && again}
      {state === 'invited' && button(LABELS.revoke, LABELS.revokeOf, acts.revoke)}
      {state === 'active' && button(LABELS.deactivate, LABELS.deactivateOf, acts.deactivate)}
      {state === 'disabled' &&
        activated &&
        button(LABELS.reactivate, LABELS.reactivateOf, acts.reactivate)}
    </>
  )
}
