import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { useSoundOn } from './use-sound-on.ts'
import classes from './live-sound.module.css'

const LiveAlerts = lazyPart(async () => (await import('./LiveAlerts.tsx')).LiveAlerts)

/** The sounds of the live screen; their code is not loaded while the sound is off. */
export function LiveSound() {
  if (!useSoundOn()) return null
  return (
    <LaterPart fallback={<div className={classes.slot} />}>
      <LiveAlerts />
    </LaterPart>
  )
}
