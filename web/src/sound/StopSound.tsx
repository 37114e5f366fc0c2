import { Button, type ButtonProps } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from '../browser/external-store.ts'
import { SOUND_TEXTS } from '../texts/sound.ts'
import { useSound } from './use-sound.ts'
import classes from './sound.module.css'

/**
 * The button that stops the sound. It keeps its room in silence, so that nothing moves with each
 * sound.
 */
export function StopSound({ size }: Pick<ButtonProps, 'size'>) {
  const sound = useSound()
  const isPlaying = useStore(sound.phase, (phase) => phase === 'playing')
  // It stays while it has the focus, which would otherwise fall to the page.
  const [isFocused, setFocused] = useState(false)
  return (
    <Button
      variant="default"
      size={size}
      className={classes.stop}
      data-idle={!(isPlaying || isFocused) || undefined}
      leftSection={<IconPlayerStop size={18} aria-hidden />}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={sound.stop}
    >
      {SOUND_TEXTS.stop}
    </Button>
  )
}
