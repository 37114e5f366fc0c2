import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useApp } from '../app-parts.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { isKioskPath } from './kiosk-address.ts'
import { useQuiet } from './use-quiet.ts'

const DEFAULT_EVERY_S = 60
const MIN_EVERY_S = 10
const QUIET_MS = 15_000

/**
 * Shows the screens of `rotate=dashboard,live-rfid` in turn, each for `every` seconds. Waits while
 * somebody uses the page, and while the hub is away: it would have no next screen to give.
 */
export function useRotation(): void {
  const { clock } = useApp()
  const { connection } = useLiveLink()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isQuiet = useQuiet()

  useEffect(() => {
    const query = new URLSearchParams(search)
    const paths = (query.get('rotate') ?? '').split(',').map((name) => `/${name.trim()}`)
    const round = paths.filter(isKioskPath)
    const next = round[(round.indexOf(pathname) + 1) % round.length]
    if (next === undefined || next === pathname) return
    const asked = Number(query.get('every') ?? DEFAULT_EVERY_S)
    const everyMs = Math.max(MIN_EVERY_S, Number.isFinite(asked) ? asked : 0) * 1000
    let stop = () => {}
    const turn = () => {
      if (connection.state.get().connected && isQuiet(QUIET_MS)) {
        void navigate({ pathname: next, search }, { replace: true })
      } else stop = clock.after(QUIET_MS, turn)
    }
    stop = clock.after(everyMs, turn)
    return () => stop()
  }, [clock, connection, pathname, search, navigate, isQuiet])
}
