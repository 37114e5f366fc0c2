/** Spec: '1' while the sound is on, '0' while it is off. */
export const SOUND_ON_KEY = 'live_rfid_soundOn'

/** The window event that tells of a change of the switch; its detail is a `SoundToggle`. */
export const SOUND_TOGGLE = 'sound-toggle'

export interface SoundToggle {
  readonly on: boolean
}

/** Off until somebody switched it on: a page must not be loud by itself. */
export function isSoundStoredOn(storage: Storage): boolean {
  try {
    return storage.getItem(SOUND_ON_KEY) === '1'
  } catch {
    return false
  }
}
