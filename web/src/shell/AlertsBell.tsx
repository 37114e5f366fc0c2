import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useRef, useState } from 'react'
import { alertsQuery } from '../api/alerts/alerts.ts'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { useLiveLink } from '../live/LiveLink.tsx'
import { formatCount } from '../site-time/site-time.ts'
import { TEXTS } from '../texts/app.ts'
import classes from './shell.module.css'
import { useDismissal } from './use-dismissal.ts'

const EVERY_MS = 30_000
const AlertsPanel = lazyPart(async () => (await import('./alerts/AlertsPanel.tsx')).AlertsPanel)

const PANEL_ID = 'avisos'
/** A larger number does not fit beside the bell. */
const MOST_SHOWN = 99

/** The number of alerts; a press lists them. */
export function AlertsBell() {
  const { alerts, hub, problem, retry } = useAlerts()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useDismissal({ isOpen, close, box, opener })
  const count = (alerts?.length ?? 0) + hub.open
  const isUnknown = count === 0 && problem !== null && alerts === undefined

  return (
    <div ref={box}>
      <div className={`${classes.bell} on-ink`}>
        <ActionIcon
          ref={opener}
          variant="default"
          aria-label={isUnknown ? TEXTS.alerts.failed : TEXTS.alerts.label(formatCount(count))}
          aria-expanded={isOpen}
          aria-controls={PANEL_ID}
          onClick={() => setOpen(!isOpen)}
        >
          <i className="bell-icon" />
        </ActionIcon>
        {(count > 0 || isUnknown) && (
          <span className={classes.bellCount} aria-hidden>
            {isUnknown ? '?' : count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
        )}
      </div>
      <div id={PANEL_ID} className={classes.bellPanel} hidden={!isOpen}>
        {isOpen && (
          <ErrorBoundary instead={<p>{TEXTS.alerts.failed}</p>}>
            <Suspense fallback={<output>{TEXTS.failure.loading}</output>}>
              <AlertsPanel
                alerts={alerts}
                ofHub={hub.alerts}
                problem={problem}
                retry={retry}
                onLeave={close}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  )
}

/** The alerts of the hub, every 30 s while the page is visible; `FollowAlerts` asks on events, too. */
function useAlerts() {
  const { hub } = useLiveLink()
  const { data, error, refetch } = useQuery({
    ...alertsQuery(useApp().api),
    refetchInterval: EVERY_MS,
  })
  const ofHub = useStore(hub, (news) => news)
  return { alerts: data, hub: ofHub, problem: error, retry: () => void refetch() }
}
