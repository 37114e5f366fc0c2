import { Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from '../../../components/ErrorBoundary.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import card from '../../../charts/chart-card.module.css'
import classes from './map-card.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
/** The distance below the window's edge at which it is loaded, so that it is there in time. */
const NEAR_PX = 300

const MapCard = lazyPart(async () => (await import('./MapCard.tsx')).MapCard)

/**
 * The place of the map's card, which is loaded when scrolling brings it near: the first figures
 * need the bandwidth.
 */
export function MapCardPlace() {
  const place = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || isNear) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${NEAR_PX}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <section ref={place} className={`${card.card} ${classes.card}`} aria-label={LABELS.map}>
      <h2 className="heading">{LABELS.map}</h2>
      <ErrorBoundary instead={<p className="muted">{LABELS.mapNotLoaded}</p>}>
        <Suspense>{isNear && <MapCard />}</Suspense>
      </ErrorBoundary>
    </section>
  )
}
