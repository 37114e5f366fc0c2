import { Button, type ButtonProps } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useStore } from '../browser/external-store.ts'
import { SOUND_TEXTS } from '../texts/sound.ts'
import { useSound } from './use-sound.ts'

/** Switches the sound on or off; where the browser blocks it, it asks the browser instead. */
export function SoundButton({ size }: Pick<ButtonProps, 'size'>) {
  const sound = useSound()
  const isOn = useStore(sound.preferences, (choice) => choice.isOn)
  const isBlocked = useStore(sound.phase, (phase) => phase === 'blocked')
  const isHeard = isOn && !isBlocked
  const Icon = isHeard ? IconVolumeOff : IconVolume
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<Icon size={18} aria-hidden />}
      title={isBlocked ? SOUND_TEXTS.blocked : undefined}
      onClick={isBlocked ? sound.unblock : () => sound.preferences.change({ isOn: !isOn })}
    >
      {isBlocked ? SOUND_TEXTS.unblock : isOn ? SOUND_TEXTS.mute : SOUND_TEXTS.on}
    </Button>
  )
}
