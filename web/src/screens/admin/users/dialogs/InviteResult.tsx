import { Button } from '@mantine/core'
import type { InviteSent } from '@vehicle-control/protocol'
import { Notice } from '../../../../forms/Notice.tsx'
import { Problem } from '../../../../forms/Problem.tsx'
import { CopyButton } from '../../../../secrets/CopyButton.tsx'
import { QrCode } from '../../../../secrets/QrCode.tsx'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { USERS_TEXTS } from '../../../../texts/admin/admin-users.ts'

const LABELS = USERS_TEXTS.invited

interface InviteResultProps {
  sent: InviteSent
  /** Null: its time zone is not known yet. */
  site: SiteTime | null
  onDone: () => void
}

/** Where an invite went; where no mail server is set, or none takes it, the link itself, this once. */
export function InviteResult({ sent, site, onDone }: InviteResultProps) {
  const { user, invite } = sent
  const { link, mailed, mail_trouble, reach, expires_at } = invite
  const { email, name } = user
  const isRefused = mail_trouble === 'refused'
  // An older hub names no trouble, and shows no link of an invite that waits.
  const waits = mail_trouble === 'waits' || (!mailed && !isRefused && link === null)
  return (
    <div className="stack" data-gap="large">
      {mailed && <Notice isGood>{LABELS.mailed(email)}</Notice>}
      {waits && <Notice>{LABELS.waits(email)}</Notice>}
      {isRefused && <Problem>{LABELS.refused(email)}</Problem>}
      {reach === 'machine' && <Notice>{LABELS.reach.machine}</Notice>}
      {link !== null && (
        <>
          <p>{(waits ? LABELS.linkUrgent : LABELS.linkHint)(name)}</p>
          <code className="anywhere">{link}</code>
          <CopyButton what={LABELS.link} text={link} />
          <QrCode text={link} label={LABELS.qr(name)} />
        </>
      )}
      {reach === 'site' && <p className="hint">{LABELS.reach.site}</p>}
      {link !== null && !waits && <p className="hint">{LABELS.noMail}</p>}
      {mailed && <p className="hint">{LABELS.wrong}</p>}
      {site && !isRefused && (
        <p className="hint">{LABELS.until(site.full(Date.parse(expires_at)))}</p>
      )}
      <Button size="md" fullWidth data-autofocus onClick={onDone}>
        {LABELS.done}
      </Button>
    </div>
  )
}
