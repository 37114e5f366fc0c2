import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useCallback, useRef, useState } from 'react'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { formatCount } from '../site-time/site-time.ts'
import { TEXTS } from '../texts/app.ts'
import classes from './shell.module.css'
import { useAlerts } from './use-alerts.ts'
import { useDismissal } from './use-dismissal.ts'

const AlertsPanel = lazyPart(async () => (await import('./alerts/AlertsPanel.tsx')).AlertsPanel)

const PANEL_ID = 'avisos'
/** More than fits beside the bell. */
const MOST_SHOWN = 99

/** How many things a person should look at; pressed, which. */
export function AlertsBell() {
  const { alerts, hasFailed, retry } = useAlerts()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useDismissal({ isOpen, close, box, opener })
  const count = alerts?.length ?? 0
  const isUnknown = alerts === undefined && hasFailed

  return (
    <div ref={box}>
      <div className={`${classes.bell} on-ink`}>
        <ActionIcon
          ref={opener}
          variant="default"
          size={36}
          aria-label={isUnknown ? TEXTS.alerts.failed : TEXTS.alerts.label(formatCount(count))}
          aria-expanded={isOpen}
          aria-controls={PANEL_ID}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={18} aria-hidden />
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
              <AlertsPanel alerts={alerts} hasFailed={hasFailed} retry={retry} onLeave={close} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  )
}
