import { Button } from '@mantine/core'
import type { OwnSession } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { createSiteTime } from '../../site-time/site-time.ts'
import { SESSION_TEXTS as TEXTS } from '../../texts/account/sessions.ts'
import { wordsOfAge } from './words-of-age.ts'
import classes from './sessions.module.css'

interface SessionRowProps {
  session: OwnSession
  isBusy: boolean
  onEnd: () => void
}

/** One login: where, since when, when last; the one that looks is not ended here. */
export function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const app = useApp()
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const device = session.device ?? TEXTS.unknownDevice
  const address = session.address ?? TEXTS.unknownAddress
  const used = Date.parse(session.last_used_at)
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{device}</strong>
        <span>{address}</span>
        {site && (
          <>
            <time dateTime={session.created_at}>
              {TEXTS.since(site.full(Date.parse(session.created_at)))}
            </time>
            <time dateTime={session.last_used_at}>
              {TEXTS.used(wordsOfAge(app.serverClock.now() - used), site.full(used))}
            </time>
          </>
        )}
      </div>
      {session.current ? (
        <StateMark tone="good">{TEXTS.current}</StateMark>
      ) : (
        <Button
          variant="default"
          size="sm"
          aria-label={TEXTS.endOf(`${device}, ${address}`)}
          aria-disabled={isBusy}
          onClick={onEnd}
        >
          {TEXTS.end}
        </Button>
      )}
    </li>
  )
}
