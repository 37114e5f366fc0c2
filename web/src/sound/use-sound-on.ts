import { useEffect, useState } from 'react'
import { useApp } from '../app-parts.ts'
import { isSoundStoredOn, SOUND_ON_KEY, SOUND_TOGGLE, toggledTo } from './sound-switch.ts'

/** True while the sound is on, without loading the code of the sounds. */
export function useSoundOn(): boolean {
  const { storage } = useApp()
  const [isOn, setOn] = useState(() => isSoundStoredOn(storage))
  useEffect(() => {
    const onToggle = (event: Event) => setOn(toggledTo(event, storage))
    const onStorage = ({ key }: StorageEvent) => {
      if (key === SOUND_ON_KEY) setOn(isSoundStoredOn(storage))
    }
    addEventListener(SOUND_TOGGLE, onToggle)
    addEventListener('storage', onStorage)
    return () => {
      removeEventListener(SOUND_TOGGLE, onToggle)
      removeEventListener('storage', onStorage)
    }
  }, [storage])
  return isOn
}
