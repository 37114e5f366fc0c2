import { createStore, type ReadableStore } from '../browser/external-store.ts'
import { ALERT_VOLUME, type AlertWave } from './alert-sound.ts'
import {
  isSoundStoredOn,
  SOUND_ON_KEY,
  SOUND_TOGGLE,
  type SoundToggle,
  toggledTo,
} from './sound-switch.ts'

export type SoundTone = 'normal' | 'urgent'

/** The sound settings of this browser. */
export interface SoundChoice {
  readonly isOn: boolean
  /** From 0 to 1 in steps of `VOLUME_STEP`. */
  readonly volume: number
  readonly tone: SoundTone
  readonly wave: AlertWave
}

/** The choice as all tabs of the browser keep it. */
export interface SoundPreferences extends ReadableStore<SoundChoice> {
  /** Holds for this page even where nothing can be stored. */
  readonly change: (part: Partial<SoundChoice>) => void
}

/** The slider’s step; the volume goes from 0 to 1. */
export const VOLUME_STEP = 0.05
/** In the order of the choice; the first is the default. */
export const SOUND_TONES: readonly [SoundTone, ...SoundTone[]] = ['normal', 'urgent']
/** In the order of the choice; the first is the default. */
export const SOUND_WAVES: readonly [AlertWave, ...AlertWave[]] = ['sine', 'triangle', 'square']

const VOLUME_KEY = 'live_rfid_soundVolume'
const TONE_KEY = 'live_rfid_soundTone'
const WAVE_KEY = 'live_rfid_soundWave'

/** Follows the `sound-toggle` and `storage` events of `page`, and raises the former itself. */
export function createSoundPreferences(storage: Storage, page: EventTarget): SoundPreferences {
  const store = createStore<SoundChoice>({
    isOn: isSoundStoredOn(storage),
    volume: volumeOf(load(storage, VOLUME_KEY)),
    tone: oneOf(SOUND_TONES, load(storage, TONE_KEY)),
    wave: oneOf(SOUND_WAVES, load(storage, WAVE_KEY)),
  })
  const set = (part: Partial<SoundChoice>) => {
    const before = store.get()
    const next = { ...before, ...part }
    if (isSame(before, next)) return
    store.set(next)
    if (next.isOn === before.isOn) return
    const detail: SoundToggle = { on: next.isOn }
    page.dispatchEvent(new CustomEvent(SOUND_TOGGLE, { detail }))
  }
  const change = (part: Partial<SoundChoice>) => {
    const { isOn, volume, tone, wave } = part
    if (isOn !== undefined) save(storage, SOUND_ON_KEY, isOn ? '1' : '0')
    if (volume !== undefined) save(storage, VOLUME_KEY, String(stepped(volume)))
    if (tone !== undefined) save(storage, TONE_KEY, tone)
    if (wave !== undefined) save(storage, WAVE_KEY, wave)
    set(volume === undefined ? part : { ...part, volume: stepped(volume) })
  }

  page.addEventListener(SOUND_TOGGLE, (event) => {
    const isOn = toggledTo(event, storage)
    if (isOn !== store.get().isOn) change({ isOn })
  })
  page.addEventListener('storage', (event) => {
    const key: unknown = Reflect.get(event, 'key')
    // Null: the whole storage was cleared.
    if (key === SOUND_ON_KEY || key === null) set({ isOn: isSoundStoredOn(storage) })
    if (key === VOLUME_KEY) set({ volume: volumeOf(load(storage, VOLUME_KEY)) })
    if (key === TONE_KEY) set({ tone: oneOf(SOUND_TONES, load(storage, TONE_KEY)) })
    if (key === WAVE_KEY) set({ wave: oneOf(SOUND_WAVES, load(storage, WAVE_KEY)) })
  })
  return { get: store.get, subscribe: store.subscribe, change }
}

function stepped(volume: number): number {
  if (!Number.isFinite(volume)) return ALERT_VOLUME.initial
  const inside = Math.min(ALERT_VOLUME.max, Math.max(ALERT_VOLUME.min, volume))
  return Number((Math.round(inside / VOLUME_STEP) * VOLUME_STEP).toFixed(2))
}

function volumeOf(stored: string | null): number {
  return stepped(stored === null || stored === '' ? Number.NaN : Number(stored))
}

/** The stored choice; the first one where it is not valid. */
function oneOf<T>(choices: readonly [T, ...T[]], stored: unknown): T {
  return choices.find((choice) => choice === stored) ?? choices[0]
}

function load(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function save(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as this page.
  }
}

function isSame(a: SoundChoice, b: SoundChoice): boolean {
  return a.isOn === b.isOn && a.volume === b.volume && a.tone === b.tone && a.wave === b.wave
}
