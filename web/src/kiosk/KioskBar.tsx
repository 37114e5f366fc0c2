import '../components/wall/wall-page.css'
import { Box, Button } from '@mantine/core'
import { IconArrowsMaximize, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useRfidStatus } from '../api/reads/rfid-status.ts'
import { useSiteTimeZone } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { useSiteNow } from '../components/use-site-now.ts'
import { useSiteTitle } from '../components/use-site-title.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { useFreshness } from '../live/use-freshness.ts'
import { createSiteTime } from '../site-time/site-time.ts'
import { TEXTS } from '../texts/app.ts'
import { KIOSK_TEXTS } from '../texts/kiosk.ts'
import { isKioskPath } from './kiosk-address.ts'
import classes from './kiosk-bar.module.css'
import { loadScreen, nextInRound } from './round.ts'
import { useNightlyReload } from './use-nightly-reload.ts'
import { OWN_WALL_EVERY_MS, useOwnWall } from './use-own-wall.ts'
import { useQuiet } from './use-quiet.ts'
import { useResting } from './use-resting.ts'

const DEFAULT_EVERY_S = 60
const MIN_EVERY_S = 10
const QUIET_MS = 15_000
/** The first drawing goes before the next screens. */
const LOAD_AFTER_MS = 2000

const SECOND_MS = 1000

/**
 * The bar of a wall screen, which hides while nobody is there; it also runs the nightly reload and
 * the rotation.
 */
export function KioskBar({ pill, leave }: { pill: ReactNode; leave: () => void }) {
  useNightlyReload()
  useOwnWall()
  useRotation()
  useLeavingByEsc(leave)
  const bar = useRef<HTMLElement>(null)
  // A wall's own account goes from screen to screen by itself: its bar would cover what each begins with.
  const isUnattended = useStore(useApp().session.state, (session) => session.isKiosk)
  const isResting = useResting(bar, isUnattended)
  const [isFull, setFull] = useState(false)

  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  const goFull = () => {
    document.documentElement.requestFullscreen().catch(() => {
      // The browser may refuse; then the page stays as it is.
    })
  }

  return (
    <>
      <TroubleBand />
      <header
        ref={bar}
        className={`${classes.bar} on-ink no-print`}
        aria-label={KIOSK_TEXTS.label}
        data-resting={isResting || undefined}
      >
        <Box component="span" className="anywhere" fz="1.375rem" fw={700}>
          {useSiteTitle()}
        </Box>
        <SiteClock />
        <Box component="span" flex={1} />
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
    </>
  )
}

/** For a wall screen that left its kiosk mode: after a minute it shows again what it is for. */
export function BackToOwnWall() {
  useOwnWall(OWN_WALL_EVERY_MS)
  return null
}

function SiteClock() {
  const timeZone = useSiteTimeZone(useApp())
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const now = useSiteNow(SECOND_MS)
  return (
    <Box component="time" className="strong" fz="1.25rem">
      {site && `${site.full(now).slice(0, 10)} ${site.clock(now)}`}
    </Box>
  )
}

/** What is wrong, across the whole wall: it is to be seen from where nobody reads a mark. */
function TroubleBand() {
  const app = useApp()
  const { clock, serverClock } = app
  const timeZone = useSiteTimeZone(app)
  const { isStale, since } = useFreshness(null)
  const hasReaders = useRfidStatus(app.api).data?.connected !== false
  if (!isStale && hasReaders) return null
  const lostAt = since === null ? null : since + serverClock.now() - clock.now()
  const lost =
    lostAt !== null && timeZone
      ? KIOSK_TEXTS.lost(createSiteTime(timeZone).clock(lostAt).slice(0, 5))
      : TEXTS.connection.disconnected
  return (
    <output className={classes.band} data-band>
      <span>
        <span aria-hidden>◆ </span>
        {isStale ? lost : KIOSK_TEXTS.noReaders}
      </span>
    </output>
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

/**
 * Shows the screens of `rotate=dashboard,live-rfid` in turn, each for `every` seconds. Waits while
 * somebody uses the page. They are loaded ahead: while the hub is away it goes on with those that
 * it has, since the hub could not send another.
 */
function useRotation(): void {
  const app = useApp()
  const { clock } = app
  const { connection } = useLiveLink()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isQuiet = useQuiet()
  const loaded = useRef(new Set<string>())

  useEffect(() => {
    const query = new URLSearchParams(search)
    const paths = (query.get('rotate') ?? '').split(',').map((name) => `/${name.trim()}`)
    const round = paths.filter(isKioskPath)
    if (nextInRound(round, pathname, () => true) === undefined) return
    const asked = Number(query.get('every') ?? DEFAULT_EVERY_S)
    const everyMs = Math.max(MIN_EVERY_S, Number.isFinite(asked) ? asked : 0) * 1000
    const isConnected = () => connection.state.get().connected
    const canShow = (path: string) => isConnected() || loaded.current.has(path)
    let stop = () => {}
    const turn = () => {
      const next = isQuiet(QUIET_MS) ? nextInRound(round, pathname, canShow) : undefined
      if (next === undefined) stop = clock.after(QUIET_MS, turn)
      else void navigate({ pathname: next, search }, { replace: true })
    }
    stop = clock.after(everyMs, turn)
    const loadAll = async () => {
      for (const path of round) {
        if (loaded.current.has(path) || !isConnected()) continue
        await loadScreen(app, path, search)
        loaded.current.add(path)
      }
    }
    const stopLoading = clock.after(LOAD_AFTER_MS, () => {
      // What could not be loaded is tried again at the next screen.
      loadAll().catch(() => {})
    })
    return () => {
      stop()
      stopLoading()
    }
  }, [app, clock, connection, pathname, search, navigate, isQuiet])
}
