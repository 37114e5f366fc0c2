import './kiosk.css'
import { Button } from '@mantine/core'
import { IconArrowsMaximize, IconX } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useSiteTimeZone } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'
import { createSiteTime } from '../site-time/site-time.ts'
import { KIOSK_TEXTS } from '../texts/kiosk.ts'
import classes from './kiosk-bar.module.css'
import { useNightlyReload } from './use-nightly-reload.ts'
import { useRotation } from './use-rotation.ts'

/** The bar of a wall screen; with it come the nightly reload and the rotation. */
export function KioskBar({ pill, leave }: { pill: ReactNode; leave: () => void }) {
  useNightlyReload()
  useRotation()
  useLeavingByEsc(leave)
  const [isFull, setFull] = useState(false)

  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const goFull = () => {
    document.documentElement.requestFullscreen().catch(() => {
      // The browser may refuse; then the page stays as it is.
    })
  }

  return (
    <header className={`${classes.bar} on-ink`} aria-label={KIOSK_TEXTS.label}>
      <SiteClock />
      <span className={classes.gap} />
      {pill}
      {document.fullscreenEnabled && !isFull && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsMaximize size={16} aria-hidden />}
          onClick={goFull}
        >
          {KIOSK_TEXTS.fullscreen}
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconX size={16} aria-hidden />}
        onClick={leave}
      >
        {KIOSK_TEXTS.leave}
      </Button>
    </header>
  )
}

function SiteClock() {
  const { api, clock, serverClock, storage } = useApp()
  const timeZone = useSiteTimeZone({ api, storage })
  const [now, setNow] = useState(serverClock.now)
  useEffect(
    () => clock.after(1000 - (now % 1000), () => setNow(serverClock.now())),
    [clock, serverClock, now],
  )
  const site = timeZone && createSiteTime(timeZone)
  return (
    <time className={classes.clock}>
      {site && `${site.full(now).slice(0, 10)} ${site.clock(now)}`}
    </time>
  )
}

/** Esc belongs to the browser in full screen, and to a dialog while one is open. */
function useLeavingByEsc(leave: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTaken = document.fullscreenElement || document.querySelector('[role=dialog]')
      if (event.key === 'Escape' && !isTaken) leave()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [leave])
}
