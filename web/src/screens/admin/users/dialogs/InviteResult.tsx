import { Button } from '@mantine/core'
import type { InviteSent } from '@vehicle-control/protocol'
import { Notice } from '../../../../forms/Notice.tsx'
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

/** Where an invite went; where no mail server is set, the link itself, this once. */
export function InviteResult({ sent, site, onDone }: InviteResultProps) {
  const { user, invite } = sent
  const { link, mailed, expires_at } = invite
  return (
    <div className="stack" data-gap="large">
      {link === null ? (
        <Notice isGood={mailed}>{(mailed ? LABELS.mailed : LABELS.waits)(user.email)}</Notice>
      ) : (
        <>
          <p>{LABELS.linkHint(user.name)}</p>
          <code className="anywhere">{link}</code>
          <CopyButton what={LABELS.link} text={link} />
          <QrCode text={link} label={LABELS.qr(user.name)} />
        </>
      )}
      {site && <p className="hint">{LABELS.until(site.full(Date.parse(expires_at)))}</p>}
      <Button size="md" fullWidth data-autofocus onClick={onDone}>
        {LABELS.done}
      </Button>
    </div>
  )
}
