import { expect, it, vi } from 'vitest'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { createSoundPreferences } from './sound-preferences.ts'

function open(storage = createFakeStorage()) {
  const page = new EventTarget()
  const told: unknown[] = []
  page.addEventListener('sound-toggle', (event) => told.push(Reflect.get(event, 'detail')))
  const toggle = (detail?: unknown) =>
    page.dispatchEvent(new CustomEvent('sound-toggle', { detail }))
  const changedElsewhere = (key: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  return {
    page,
    storage,
    told,
    toggle,
    changedElsewhere,
    preferences: createSoundPreferences(storage, page),
  }
}

it('sound is off at a quarter of the volume until somebody chooses', () => {
  expect(open().preferences.get()).toEqual({
    isOn: false,
    volume: 0.25,
    tone: 'normal',
    wave: 'sine',
  })
})

it('a choice is kept for the next page', () => {
  const { storage, preferences } = open()
  preferences.change({ isOn: true, volume: 0.6, tone: 'urgent', wave: 'square' })
  expect(storage.getItem('live_rfid_soundOn')).toBe('1')
  const next = createSoundPreferences(storage, new EventTarget())
  expect(next.get()).toEqual({ isOn: true, volume: 0.6, tone: 'urgent', wave: 'square' })
  preferences.change({ isOn: false })
  expect(storage.getItem('live_rfid_soundOn')).toBe('0')
})

it.each([
  [0.26, 0.25],
  [0.3, 0.3],
  [0.975, 1],
  [4, 1],
  [-1, 0],
  [Number.NaN, 0.25],
])('a volume of %f is %f', (asked, kept) => {
  const { preferences } = open()
  preferences.change({ volume: asked })
  expect(preferences.get().volume).toBe(kept)
})

it('what nobody can have chosen is as if nobody had', () => {
  const storage = createFakeStorage()
  storage.setItem('live_rfid_soundOn', 'true')
  storage.setItem('live_rfid_soundVolume', 'loud')
  storage.setItem('live_rfid_soundTone', '<b>')
  storage.setItem('live_rfid_soundWave', 'sawtooth')
  expect(open(storage).preferences.get()).toEqual({
    isOn: false,
    volume: 0.25,
    tone: 'normal',
    wave: 'sine',
  })
})

it('tells the page of a change of the switch, once, and of nothing else', () => {
  const { preferences, told } = open()
  preferences.change({ isOn: true })
  preferences.change({ isOn: true, volume: 0.5 })
  preferences.change({ tone: 'urgent' })
  expect(told).toEqual([{ on: true }])
})

it.each([[{ on: true }], [true]])('follows the page when it says %o', (detail) => {
  const { preferences, storage, toggle, told } = open()
  toggle(detail)
  expect(preferences.get().isOn).toBe(true)
  expect(storage.getItem('live_rfid_soundOn')).toBe('1')
  toggle(detail)
  expect(told.filter((one) => one !== detail).length).toBeLessThanOrEqual(1)
})

it('follows storage where the event does not say what it is now', () => {
  const { preferences, storage, toggle } = open()
  storage.setItem('live_rfid_soundOn', '1')
  toggle()
  expect(preferences.get().isOn).toBe(true)
  storage.setItem('live_rfid_soundOn', '0')
  toggle({ off: 1 })
  expect(preferences.get().isOn).toBe(false)
})

it('two sets of controls on one page stay alike', () => {
  const { page, storage, preferences } = open()
  const others = createSoundPreferences(storage, page)
  others.change({ isOn: true })
  expect(preferences.get().isOn).toBe(true)
  preferences.change({ isOn: false })
  expect(others.get().isOn).toBe(false)
})

it('follows the other tabs', () => {
  const { preferences, storage, changedElsewhere, told } = open()
  storage.setItem('live_rfid_soundOn', '1')
  storage.setItem('live_rfid_soundVolume', '0.4')
  storage.setItem('live_rfid_soundTone', 'urgent')
  storage.setItem('live_rfid_soundWave', 'triangle')
  changedElsewhere('live_rfid_soundOn')
  expect(preferences.get()).toMatchObject({ isOn: true, volume: 0.25 })
  for (const name of ['Volume', 'Tone', 'Wave']) changedElsewhere(`live_rfid_sound${name}`)
  expect(preferences.get()).toEqual({ isOn: true, volume: 0.4, tone: 'urgent', wave: 'triangle' })
  changedElsewhere('live_rfid_2026-03-10')
  storage.clear()
  changedElsewhere(null)
  expect(preferences.get().isOn).toBe(false)
  expect(told).toEqual([{ on: true }, { on: false }])
})

it('goes on where storage is full or forbidden', () => {
  const full = open(createFakeStorage(0))
  full.preferences.change({ isOn: true, volume: 0.8 })
  expect(full.preferences.get()).toMatchObject({ isOn: true, volume: 0.8 })
  const forbid = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  const storage = { getItem: vi.fn(forbid), setItem: vi.fn(forbid) }
  const { preferences, toggle } = open(storage as unknown as Storage)
  preferences.change({ isOn: true })
  expect(preferences.get().isOn).toBe(true)
  toggle({ on: false })
  expect(preferences.get().isOn).toBe(false)
  expect(storage.getItem).toHaveBeenCalled()
})
