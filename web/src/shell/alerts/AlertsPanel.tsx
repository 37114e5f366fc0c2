import { Box, Button } from '@mantine/core'
import type { Alert } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { ALERT_TONES, alertWords } from '../../components/troubles/alert-words.ts'
import { createSiteTime, formatCount } from '../../site-time/site-time.ts'
import { ALERT_TEXTS } from '../../texts/alerts.ts'
import { TEXTS } from '../../texts/app.ts'
import classes from './alerts.module.css'

/** At most so many: a site whose network switch failed has an alert for each agent. */
const SHOWN = 50

interface AlertsPanelProps {
  /** Undefined until the hub has answered. */
  alerts: readonly Alert[] | undefined
  /** The last call failed. */
  hasFailed: boolean
  retry: () => void
  /** Called when a link was followed. */
  onLeave: () => void
}

/** What a person should look at, the newest first, each with a link to its cause. */
export function AlertsPanel({ alerts, hasFailed, retry, onLeave }: AlertsPanelProps) {
  return (
    <section aria-label={TEXTS.alerts.title}>
      <h2 className="heading">{TEXTS.alerts.title}</h2>
      {hasFailed && (
        <Box component="p" className="row spread bad" mt="0.5rem" role="alert">
          {alerts ? ALERT_TEXTS.old : ALERT_TEXTS.failed}
          <Button variant="default" size="compact-sm" onClick={retry}>
            {ALERT_TEXTS.retry}
          </Button>
        </Box>
      )}
      {!alerts && !hasFailed && <output>{TEXTS.failure.loading}</output>}
      {alerts?.length === 0 && (
        <Box component="p" className="muted" mt="0.5rem">
          {ALERT_TEXTS.empty}
        </Box>
      )}
      {alerts && alerts.length > 0 && (
        <ul className={`${classes.alerts} lines`}>
          {alerts.slice(0, SHOWN).map((alert) => (
            <AlertRow
              key={`${alert.agent.code} ${alert.kind} ${alert.detail}`}
              alert={alert}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      {alerts && alerts.length > SHOWN && (
        <Box component="p" className="muted" mt="0.5rem">
          {ALERT_TEXTS.more(formatCount(alerts.length - SHOWN))}
        </Box>
      )}
    </section>
  )
}

function AlertRow({ alert, onLeave }: { alert: Alert; onLeave: () => void }) {
  const app = useApp()
  const isKiosk = useStore(app.session.state, (state) => state.isKiosk)
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const { agent, kind, since, asset_id: assetId } = alert
  const { what, todo } = alertWords(alert)
  const code = encodeURIComponent(agent.code)
  // A wall's account has no administration; it gets a link to the agent on the map.
  const [link, to] = isKiosk
    ? [ALERT_TEXTS.toMap, `/map?focus=${code}`]
    : assetId === undefined
      ? [ALERT_TEXTS.toControl, `/admin?tab=agentes&agente=${code}`]
      : [ALERT_TEXTS.toAsset, `/vehicle?id=${assetId}`]
  return (
    <li className="column">
      <strong>{agent.name || agent.code}</strong>
      <StateMark tone={ALERT_TONES[kind]}>
        <span className="wraps">{what}</span>
      </StateMark>
      <span>{todo}</span>
      <Box component="span" className="row spread" data-gap="lines" fz="0.875rem">
        {site && since !== null && (
          <time className="muted" dateTime={since}>
            {ALERT_TEXTS.since(site.full(Date.parse(since)))}
          </time>
        )}
        <Link
          className="target"
          to={to}
          aria-label={ALERT_TEXTS.linkOf(link, agent.name || agent.code)}
          onClick={onLeave}
        >
          {link}
        </Link>
      </Box>
    </li>
  )
}
