import { useEffect } from 'react'
import type { ScanWatch } from '../../map/scans/scan-watch.ts'
import { SoundButton } from '../../sound/SoundButton.tsx'
import { StopSound } from '../../sound/StopSound.tsx'
import { useSound } from '../../sound/use-sound.ts'

/** Plays the sound of the map's scans; draws nothing. */
export function ScanSound({ scans }: { scans: ScanWatch }) {
  const sound = useSound()
  useEffect(() => scans.subscribe(() => sound.toast()), [scans, sound])
  return null
}

/** «Parar sonido» and «Sonido» or «Silenciar», in the toast of a read. */
export function ToastSound() {
  return (
    <>
      <SoundButton size="compact-sm" />
      <StopSound size="compact-sm" />
    </>
  )
}
