import { useEffect } from 'react'
import { useApp } from '../app-parts.ts'
import { soundOf } from './sound-of-app.ts'
import type { Sound } from './sound.ts'

/** The sounds of the app, which are enabled while a component that uses them is mounted. */
export function useSound(): Sound {
  const sound = soundOf(useApp())
  useEffect(() => sound.open(), [sound])
  return sound
}
