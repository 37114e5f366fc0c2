import { Box, Button } from '@mantine/core'
import type { ShownAlert } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { mayEdit } from '../../api/auth/person.ts'
import { storeTrouble } from '../../api/http/api-error.ts'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { comingFrom, hereAddress } from '../../components/came-from.ts'
import { registerPath } from '../../components/register-path.ts'
import { StateMark } from '../../components/StateMark.tsx'
import { alertTone, alertWords } from '../../components/troubles/alert-words.ts'
import { DismissReport } from '../../reads/unknown-tag/DismissReport.tsx'
import { createSiteTime, formatCount } from '../../site-time/site-time.ts'
import { ALERT_TEXTS } from '../../texts/alerts.ts'
import { TEXTS } from '../../texts/app.ts'
import { UNKNOWN_TAG_SHEET_TEXTS as TAG_TEXTS } from '../../texts/reads/unknown-tag.ts'
import classes from './alerts.module.css'
import { EnrolRequest } from './EnrolRequest.tsx'
import { HubAlertRow } from './HubAlertRow.tsx'

/** At most so many: a site whose network switch failed has an alert for each agent. */
const SHOWN = 50
/** Of the devices that ask to be an agent so many stand first: they hide no alarm. */
const WAITING_FIRST = 3

interface AlertsPanelProps {
  /** Undefined until the hub has answered. */
  alerts: readonly ShownAlert[] | undefined
  /** What is wrong with the hub itself, as it said it. */
  ofHub: readonly unknown[]
  /** Why the last call failed; null where it did not. */
  problem: unknown
  /** Asks the hub again. */
  retry: () => void
  /** Called when a link was followed. */
  onLeave: () => void
}

/** What a person should look at: devices that ask, then the rest, each with a link to its cause. */
export function AlertsPanel({ alerts, ofHub, problem, retry, onLeave }: AlertsPanelProps) {
  // Not every alert is news that `FollowAlerts` hears of, such as the report of a tag.
  const askAgain = useEffectEvent(() => {
    if (alerts) retry()
  })
  useEffect(() => askAgain(), [])
  const waiting = alerts?.filter(({ request }) => request) ?? []
  const others = alerts?.filter(({ request }) => !request) ?? []
  return (
    <section aria-label={ALERT_TEXTS.title}>
      <h2 className="heading">{ALERT_TEXTS.title}</h2>
      {problem !== null && (
        <Box component="p" className="row spread bad" mt="0.5rem" role="alert">
          {storeTrouble(problem) ?? (alerts ? ALERT_TEXTS.old : ALERT_TEXTS.failed)}
          <Button variant="default" size="compact-sm" onClick={retry}>
            {ALERT_TEXTS.retry}
          </Button>
        </Box>
      )}
      {!alerts && problem === null && <output>{TEXTS.failure.loading}</output>}
      {alerts?.length === 0 && ofHub.length === 0 && (
        <Box component="p" className="muted" mt="0.5rem">
          {ALERT_TEXTS.empty}
        </Box>
      )}
      {(ofHub.length > 0 || (alerts && alerts.length > 0)) && (
        <ul className={`${classes.alerts} lines`}>
          {ofHub.map((told) => (
            <HubAlertRow key={keyOf(told)} told={told} />
          ))}
          {[
            ...waiting.slice(0, WAITING_FIRST),
            ...others.slice(0, SHOWN),
            ...waiting.slice(WAITING_FIRST, SHOWN),
          ].map((alert) => (
            <AlertRow
              key={`${alert.agent.code} ${alert.kind} ${alert.tag} ${alert.detail} ${alert.request?.fingerprint}`}
              alert={alert}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      <More text={ALERT_TEXTS.moreWaiting} left={waiting.length - SHOWN} />
      <More text={ALERT_TEXTS.more} left={others.length - SHOWN} />
    </section>
  )
}

function More({ text, left }: { text: (count: string) => string; left: number }) {
  if (left <= 0) return null
  return (
    <Box component="p" className="muted" mt="0.5rem">
      {text(formatCount(left))}
    </Box>
  )
}

/** The same while an alert's figures change. */
function keyOf(told: unknown): string {
  const { kind, hub, since } = Object(told) as Record<string, unknown>
  return JSON.stringify([kind, hub, since])
}

function AlertRow({ alert, onLeave }: { alert: ShownAlert; onLeave: () => void }) {
  const app = useApp()
  const isKiosk = useStore(app.session.state, (state) => state.isKiosk)
  const mayRegister = useStore(app.session.state, mayEdit)
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const { agent, since, tag, request } = alert
  const { what, todo } = alertWords(alert)
  const isReport = what.startsWith(ALERT_TEXTS.reported.head)
  const [link, to] = linkTo(alert, { isKiosk, mayRegister })
  const lead = {
    to,
    state: comingFrom({ address: hereAddress() }),
    'aria-label': ALERT_TEXTS.linkOf(link, tag ?? (agent.name || agent.code)),
    onClick: onLeave,
  }
  return (
    <li className="column">
      <strong>
        {request && agent.name !== agent.code
          ? `${agent.name} (${agent.code})`
          : agent.name || agent.code}
      </strong>
      <StateMark tone={alertTone(alert)}>
        <span className="wraps">
          {isReport ? (
            <>
              {ALERT_TEXTS.reported.head}
              <Box component="span" fw={400}>
                {what.slice(ALERT_TEXTS.reported.head.length)}
              </Box>
            </>
          ) : (
            what
          )}
        </span>
      </StateMark>
      <span>{todo}</span>
      {request && <EnrolRequest agent={agent} request={request} />}
      <Box component="span" className="row spread" data-gap="lines" fz="0.875rem">
        {site && since !== null && (
          <time className="muted" dateTime={since}>
            {ALERT_TEXTS.since(site.full(Date.parse(since)))}
          </time>
        )}
        {tag !== undefined && mayRegister ? (
          <span className="wrap">
            <Button component={Link} size="compact-sm" {...lead}>
              {link}
            </Button>
            <DismissReport uid={tag} />
          </span>
        ) : (
          !request && (
            <Link className="target" {...lead}>
              {link}
            </Link>
          )
        )}
      </Box>
    </li>
  )
}

/** Where an alert leads those who can do something about it. */
function linkTo(
  { agent, asset_id: assetId, tag }: ShownAlert,
  { isKiosk, mayRegister }: { isKiosk: boolean; mayRegister: boolean },
): readonly [text: string, path: string] {
  const code = encodeURIComponent(agent.code)
  // A wall's account has no administration; it gets a link to the agent on the map.
  if (isKiosk) return [ALERT_TEXTS.toMap, `/map?focus=${code}`]
  if (assetId !== undefined) return [ALERT_TEXTS.toAsset, `/vehicle?id=${assetId}`]
  if (tag === undefined) return [ALERT_TEXTS.toControl, `/admin?tab=agentes&agente=${code}`]
  if (mayRegister) return [TAG_TEXTS.register, registerPath(tag)]
  return [TAG_TEXTS.toReads, `/dashboard?tag=${encodeURIComponent(tag)}`]
}
