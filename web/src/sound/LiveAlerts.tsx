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
 * Stands in the page while the sound is on: sounds the reads of the live feed, and has in one place
 * what a person needs then, «Activar sonido» or «Parar sonido». Late reads, and those that the socket
 * did not bring, make no sound.
 */
export function LiveAlerts() {
  const sound = useSound()
  const { feed } = useLiveLink()
  const isBlocked = useStore(sound.phase, (phase) => phase === 'blocked')

  // The event that brought this here was over before anybody could hear it.
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
