import { useEffect, useState } from 'react'
import { useApp } from '../app-parts.ts'
import { isSoundStoredOn, SOUND_ON_KEY, SOUND_TOGGLE, toggledTo } from './sound-switch.ts'

/** The sound is on, as far as can be told without loading anything that sounds. */
export function useSoundOn(): boolean {
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
  return isOn
}
