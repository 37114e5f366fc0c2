import { Button } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from '../browser/external-store.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { isLate } from '../live/read-list.ts'
import { SOUND_TEXTS } from '../texts/sound.ts'
import type { Sound } from './sound.ts'
import { StopSound } from './StopSound.tsx'
import { useSound } from './use-sound.ts'
import classes from './live-sound.module.css'

/**
 * Mounted while the sound is on: plays the sounds of the live feed's reads, and shows «Activar
 * sonido» or «Parar sonido» in one place. Late reads, and those that did not come as events, make
 * no sound.
 */
export function LiveAlerts() {
  const sound = useSound()
  const { feed } = useLiveLink()
  const isBlocked = useStore(sound.phase, (phase) => phase === 'blocked')

  // The event that switched the sound on came before this code was loaded to listen.
  useEffect(() => sound.preferences.change({ isOn: true }), [sound])
  useEffect(
    () =>
      feed.subscribe((events) => {
        for (const { kind, event } of events) {
          if (kind !== 'read' || isLate(event)) continue
          sound.read({ uid: event.uid, at: Date.parse(event.ts) })
        }
      }),
    [feed, sound],
  )

  return <div className={classes.slot}>{isBlocked ? <Unblock sound={sound} /> : <StopSound />}</div>
}

function Unblock({ sound }: { sound: Sound }) {
  return (
    <Button
      title={SOUND_TEXTS.blocked}
      leftSection={<IconVolume size={18} aria-hidden />}
      onClick={sound.unblock}
    >
      {SOUND_TEXTS.unblock}
    </Button>
  )
}
