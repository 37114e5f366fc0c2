/** Spec: '1' while the sound is on, '0' while it is off. */
export const SOUND_ON_KEY = 'live_rfid_soundOn'

/** The window event of a change of the switch; its detail is a `SoundToggle`. */
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

/** The value in a `sound-toggle` event; that in storage where the event has none. */
export function toggledTo(event: Event, storage: Storage): boolean {
  const detail: unknown = Reflect.get(event, 'detail')
  if (typeof detail === 'boolean') return detail
  if (typeof detail !== 'object' || detail === null) return isSoundStoredOn(storage)
  const on: unknown = Reflect.get(detail, 'on')
  return typeof on === 'boolean' ? on : isSoundStoredOn(storage)
}
