import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isHubThere } from '../api/http/hub-probe.ts'
import { useApp } from '../app-parts.ts'
import { useIsWall } from '../components/wall/wall.ts'
import { TEXTS } from '../texts/app.ts'
import classes from './route-frame.module.css'

const PROBE_EVERY_MS = 5000
/** Nobody is at a wall screen to press the button. */
const KIOSK_RELOAD_MS = 30_000

/**
 * Shown in place of a screen that failed. A chunk that failed to load stays failed in React.lazy,
 * so only a reload helps; without a hub that would leave the browser's own error page, so the page
 * asks for the hub first, again and again until it is back.
 */
export function RouteFailure() {
  const { api, clock, page } = useApp()
  const isKiosk = useIsWall()
  const [isAway, setAway] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const tryAgain = () => setAttempt((count) => count + 1)

  useEffect(() => {
    let stop = () => {}
    let isOver = false
    void isHubThere(api).then((isThere) => {
      if (isOver) return
      if (isThere && attempt > 0) return page.reload()
      setAway(!isThere)
      if (!isThere) stop = clock.after(PROBE_EVERY_MS, tryAgain)
      else if (isKiosk) stop = clock.after(KIOSK_RELOAD_MS, tryAgain)
    })
    return () => {
      isOver = true
      stop()
    }
  }, [api, clock, page, isKiosk, attempt])

  return (
    <div className={classes.failure} role="alert">
      <h1>{isAway ? TEXTS.failure.away : TEXTS.failure.title}</h1>
      <p>{isAway ? TEXTS.failure.awayHint : TEXTS.failure.hint}</p>
      <Button onClick={tryAgain}>{TEXTS.failure.retry}</Button>
    </div>
  )
}
