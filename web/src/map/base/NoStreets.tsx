import '@mantine/core/styles/CloseButton.css'
import { CloseButton } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Session } from '../../api/auth/session.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { onLogout } from '../../browser/on-logout.ts'
import { useIsWall } from '../../components/wall/wall.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { GROUND_TEXTS as TEXTS } from '../../texts/map-ground.ts'
import classes from './no-streets.module.css'

/** Then it goes by itself: it lies over gates. */
const STANDS_MS = 20_000

const told = new WeakSet<Session>()

/**
 * Says that the ground of the map has no streets: once in a session, on the first map without them,
 * for 20 s, or until somebody closes it or leaves that map.
 */
export function NoStreets() {
  const { session, clock } = useApp()
  const isWall = useIsWall()
  // Nothing of the map comes then: that its streets are missing is the least of it.
  const isAway = useStore(useLiveLink().connection.state, ({ connected }) => !connected)
  const [isShown, setShown] = useState(() => !told.has(session))
  useEffect(() => {
    if (told.has(session)) return
    told.add(session)
    onLogout(session, () => told.delete(session))
  }, [session])
  const note = useRef<HTMLDivElement>(null)
  const close = () => {
    // The button disappears: the focus must not fall to the page.
    if (note.current?.contains(document.activeElement)) {
      document.querySelector<HTMLElement>('.leaflet-container')?.focus({ preventScroll: true })
    }
    setShown(false)
  }
  const onOver = useEffectEvent(close)
  useEffect(() => clock.after(STANDS_MS, () => onOver()), [clock])
  if (!isShown) return null
  return (
    <div ref={note} className={`${classes.note} no-print`}>
      <output aria-live="off">{isAway ? TEXTS.away : TEXTS.noStreets}</output>
      {!isWall && <CloseButton size="sm" aria-label={TEXTS.close} onClick={close} />}
    </div>
  )
}
