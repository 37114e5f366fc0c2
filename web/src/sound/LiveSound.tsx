import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { useSoundOn } from './use-sound-on.ts'
import classes from './live-sound.module.css'

const LiveAlerts = lazyPart(async () => (await import('./LiveAlerts.tsx')).LiveAlerts)

/** What the live screen sounds like. While the sound is off nothing of it is loaded. */
export function LiveSound() {
  if (!useSoundOn()) return null
  return (
    <LaterPart fallback={<div className={classes.slot} />}>
      <LiveAlerts />
    </LaterPart>
  )
}
