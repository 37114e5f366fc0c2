import { Suspense, useEffect, useState } from 'react'
import { useApp } from '../app-parts.ts'
import { lazyPart } from '../components/lazy-part.tsx'
import { isSoundStoredOn, SOUND_ON_KEY, SOUND_TOGGLE, toggledTo } from './sound-switch.ts'
import classes from './live-sound.module.css'

const LiveAlerts = lazyPart(async () => (await import('./LiveAlerts.tsx')).LiveAlerts)

/** What the live screen sounds like. While the sound is off nothing of it is loaded. */
export function LiveSound() {
  const { storage } = useApp()
  const [isOn, setOn] = useState(() => isSoundStoredOn(storage))
  useEffect(() => {
    const follow = (event: Event) => setOn(toggledTo(event, storage))
    const look = ({ key }: StorageEvent) => {
      if (key === SOUND_ON_KEY) setOn(isSoundStoredOn(storage))
    }
    addEventListener(SOUND_TOGGLE, follow)
    addEventListener('storage', look)
    return () => {
      removeEventListener(SOUND_TOGGLE, follow)
      removeEventListener('storage', look)
    }
  }, [storage])
  if (!isOn) return null
  return (
    <Suspense fallback={<div className={classes.slot} />}>
      <LiveAlerts />
    </Suspense>
  )
}
