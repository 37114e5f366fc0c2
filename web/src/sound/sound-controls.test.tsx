// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeAudio, type FakeAudio } from '../testing/fake-audio.ts'
import { renderApp } from '../testing/render-app.tsx'
import { SoundButton } from './SoundButton.tsx'
import { SoundControls } from './SoundControls.tsx'
import { StopSound } from './StopSound.tsx'
import { soundOf } from './sound-of-app.ts'
import { useApp } from '../app-parts.ts'

let audio: FakeAudio
beforeEach(() => {
  audio = createFakeAudio()
  vi.stubGlobal('AudioContext', function open() {
    return audio.context
  })
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => vi.unstubAllGlobals())

function Toast() {
  const app = useApp()
  return <button onClick={() => soundOf(app).toast()}>toast</button>
}
const open = async (stored: Record<string, string> = {}) => {
  const app = await renderApp({
    path: '/map',
    stored,
    instead: (
      <>
        <SoundControls />
        <SoundButton />
        <StopSound />
        <Toast />
      </>
    ),
  })
  const pass = (ms: number) =>
    act(async () => {
      audio.advance(ms / 1000)
      app.clock.advance(ms)
    })
  await pass(0)
  return { ...app, pass }
}
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const isStopShown = () =>
  !screen.getByRole('button', { name: 'Parar sonido' }).hasAttribute('data-idle')

it('all controls of a page show the same switch, and keep it', async () => {
  const { storage } = await open()
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Sonido' })
  expect(toggle.checked).toBe(false)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Probar' }).disabled).toBe(true)
  await press('Sonido')
  expect(toggle.checked).toBe(true)
  expect(storage.getItem('live_rfid_soundOn')).toBe('1')
  await act(async () => void fireEvent.click(toggle))
  screen.getByRole('button', { name: 'Sonido' })
  await act(async () => {
    dispatchEvent(new CustomEvent('sound-toggle', { detail: { on: true } }))
  })
  screen.getByRole('button', { name: 'Silenciar' })
  await press('Silenciar')
  expect([toggle.checked, storage.getItem('live_rfid_soundOn')]).toEqual([false, '0'])
})

it('the volume goes in steps of 5 % and says so', async () => {
  const { storage } = await open()
  const volume = screen.getByRole<HTMLInputElement>('slider', { name: 'Volumen' })
  expect([volume.min, volume.max, volume.step]).toEqual(['0', '1', '0.05'])
  expect(volume.getAttribute('aria-valuetext')).toBe('25 %')
  fireEvent.change(volume, { target: { value: '0.55' } })
  expect(volume.getAttribute('aria-valuetext')).toBe('55 %')
  screen.getByText('55 %')
  expect(storage.getItem('live_rfid_soundVolume')).toBe('0.55')
})

it('tone and wave are chosen by their names', async () => {
  await open({ live_rfid_soundOn: '1' })
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value)
  const names = screen.getAllByRole('radio').map((one) => one.parentElement?.textContent)
  expect(names).toEqual(['Seno', 'Triángulo', 'Cuadrada', 'Normal', 'Urgente'])
  expect(chosen()).toEqual(['sine', 'normal'])
  fireEvent.click(screen.getByLabelText('Urgente'))
  fireEvent.click(screen.getByLabelText('Cuadrada'))
  expect(chosen()).toEqual(['square', 'urgent'])
  await press('Probar')
  expect(audio.tones[0]?.type).toBe('square')
  expect(audio.tones[0]?.frequencies.slice(0, 2).map(({ value }) => value)).toEqual([1000, 1250])
})

it('«Parar sonido» is there while something sounds, and as long as it has the focus', async () => {
  const { pass } = await open({ live_rfid_soundOn: '1' })
  expect(isStopShown()).toBe(false)
  await press('toast')
  expect(isStopShown()).toBe(true)
  await pass(3000)
  expect(isStopShown()).toBe(false)
  await press('toast')
  const stop = screen.getByRole('button', { name: 'Parar sonido' })
  act(() => stop.focus())
  await press('Parar sonido')
  expect(audio.tones[1]?.stopsAt).toBeCloseTo(13.02)
  expect(isStopShown()).toBe(true)
  act(() => stop.blur())
  expect(isStopShown()).toBe(false)
})

it('asks for a gesture while the browser blocks sound', async () => {
  audio.isBlocked = true
  const { pass } = await open({ live_rfid_soundOn: '1' })
  await pass(400)
  const button = screen.getByRole('button', { name: 'Activar sonido' })
  expect(button.title).toBe('Sonido bloqueado: toca para activar')
  audio.isBlocked = false
  await press('Activar sonido')
  screen.getByRole('button', { name: 'Silenciar' })
  await press('toast')
  expect(audio.tones).toHaveLength(1)
})

it('says that another tab sounds', async () => {
  let tell: (event: { data: unknown }) => void = () => {}
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener(_: string, listener: typeof tell) {
        tell = listener
      }
      postMessage(message: { type: string }) {
        if (message.type !== 'ask') return
        tell({ data: 'not one of ours' })
        tell({ data: { type: 'lead', from: 'other', isHidden: false, since: 0 } })
      }
    },
  )
  await open({ live_rfid_soundOn: '1' })
  expect(screen.getByRole('status').textContent).toBe('Suena en otra pestaña')
  await press('toast')
  expect(audio.tones).toEqual([])
  await press('Probar')
  expect(audio.tones).toHaveLength(1)
})
