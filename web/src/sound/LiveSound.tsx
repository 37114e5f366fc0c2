import { Suspense, useEffect, useState } from 'react'
import { useApp } from '../app-parts.ts'
import { lazyPart } from '../components/lazy-part.tsx'
import { isSoundStoredOn, SOUND_ON_KEY, SOUND_TOGGLE } from './sound-switch.ts'
import classes from './live-sound.module.css'

const LiveAlerts = lazyPart(async () => (await import('./LiveAlerts.tsx')).LiveAlerts)

/** What the live screen sounds like. While the sound is off nothing of it is loaded. */
export function LiveSound() {
  const { storage } = useApp()
  const [isWanted, setWanted] = useState(() => isSoundStoredOn(storage))
  useEffect(() => {
    const want = () => setWanted(true)
    const look = ({ key }: StorageEvent) => {
      if (key === SOUND_ON_KEY && isSoundStoredOn(storage)) want()
    }
    addEventListener(SOUND_TOGGLE, want)
    addEventListener('storage', look)
    return () => {
      removeEventListener(SOUND_TOGGLE, want)
      removeEventListener('storage', look)
    }
  }, [storage])
  if (!isWanted) return null
  return (
    <Suspense fallback={<div className={classes.slot} />}>
      <LiveAlerts />
    </Suspense>
  )
}
