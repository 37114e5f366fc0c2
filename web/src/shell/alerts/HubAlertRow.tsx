import { Box } from '@mantine/core'
import type { HubAlert as HubAlertData } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { mayEdit } from '../../api/auth/person.ts'
import { HubAlert } from '../../api/hub/shapes.ts'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { createSiteTime } from '../../site-time/site-time.ts'
import { ALERT_TEXTS } from '../../texts/alerts.ts'
import { HUB_ALERT_TEXTS as TEXTS } from '../../texts/hub-alerts.ts'
import { hubAlertTone, hubAlertWords } from './hub-alert-words.ts'

/** What is wrong with the hub itself. A kind that only a newer hub knows asks for a new page. */
export function HubAlertRow({ told }: { told: unknown }) {
  const app = useApp()
  const isAdmin = useStore(app.session.state, mayEdit)
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const parsed = HubAlert.safeParse(told)
  const alert: HubAlertData | null = parsed.success ? parsed.data : null
  const { what, todo } =
    alert === null ? ALERT_TEXTS.unknown : hubAlertWords(alert, app.serverClock.now(), isAdmin)
  const time = (iso: string) => (site ? site.full(Date.parse(iso)) : '')
  return (
    <li className="column">
      <strong>{TEXTS.title(alert?.hub ?? '')}</strong>
      <StateMark tone={alert === null ? 'warn' : hubAlertTone(alert)}>
        <span className="wraps">{what}</span>
      </StateMark>
      <span>{todo}</span>
      {site && alert !== null && (
        <Box component="span" className="muted" fz="0.875rem">
          {alert.until === null
            ? ALERT_TEXTS.since(time(alert.since))
            : TEXTS.span(time(alert.since), time(alert.until))}
        </Box>
      )}
    </li>
  )
}
