// @vitest-environment jsdom
import { setImmediate as nextTurn } from 'node:timers/promises'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queriesOf } from '../api/http/query-client.ts'
import { useApp } from '../app-parts.ts'
import { LiveLinkProvider } from '../live/LiveLink.tsx'
import { createFakeAudio, type FakeAudio } from '../testing/fake-audio.ts'
import { makeRead } from '../testing/reads.ts'
import { renderApp } from '../testing/render-app.tsx'
import { LiveSound } from './LiveSound.tsx'

let audio: FakeAudio
let contexts: number
beforeEach(() => {
  audio = createFakeAudio()
  contexts = 0
  vi.stubGlobal('AudioContext', function open() {
    contexts += 1
    return audio.context
  })
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => vi.unstubAllGlobals())

function Live() {
  const app = useApp()
  return (
    <QueryClientProvider client={queriesOf(app)}>
      <LiveLinkProvider app={app}>
        <LiveSound />
      </LiveLinkProvider>
    </QueryClientProvider>
  )
}

async function open(stored: Record<string, string> = { live_rfid_soundOn: '1' }) {
  const app = await renderApp({ path: '/live-rfid', role: 'operator', stored, instead: <Live /> })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  act(() => app.socket.accept())
  const pass = (ms: number) =>
    act(async () => {
      audio.advance(ms / 1000)
      app.clock.advance(ms)
    })
  const hear = (...reads: object[]) =>
    act(async () => {
      for (const read of reads) app.socket.emit('rfid:scan', read)
      app.frame()
    })
  return { ...app, pass, hear }
}
const toggle = (on: boolean) =>
  act(async () => void dispatchEvent(new CustomEvent('sound-toggle', { detail: { on } })))
/** What listens to reads does so a turn of React's scheduler after it is drawn. */
const sounding = async () => {
  await screen.findByText('Parar sonido')
  await act(nextTurn)
}
const pitches = () => audio.tones.map(({ frequencies }) => frequencies[0]?.value)

it('sounds the reads of the feed: higher for a tag not read in the minute before', async () => {
  const { clock, hear, pass } = await open()
  await sounding()
  await hear(makeRead('e1-1', clock.now()), makeRead('e1-2', clock.now()))
  await pass(2500)
  await hear(makeRead('e1-3', clock.now(), { uid: 'E280E102' }), makeRead('e1-4', clock.now()))
  await pass(2500)
  await hear(makeRead('e1-5', clock.now(), { uid: 'E280E103' }))
  expect(pitches()).toEqual([1000, 750, 1000])
})

it('sounds no late read, no known one, and no suppressed one', async () => {
  const { clock, hear, pass, socket } = await open()
  await sounding()
  const old = new Date(clock.now() - 61_000).toISOString()
  await hear(makeRead('late', clock.now(), { ts: old }))
  expect(pitches()).toEqual([])
  socket.emit('rfid:suppressed', { ...makeRead('rep', clock.now()), count: 1 })
  const read = makeRead('e1-1', clock.now())
  await hear(read)
  await pass(2500)
  await hear(read)
  expect(pitches()).toEqual([1000])
})

it('loads and asks for nothing while it is off, and sounds from the switch on', async () => {
  const { clock, hear } = await open({})
  await hear(makeRead('e1-1', clock.now()))
  expect([contexts, document.querySelector('button')]).toEqual([0, null])
  await toggle(true)
  await sounding()
  await hear(makeRead('e1-2', clock.now()))
  expect(pitches()).toEqual([1000])
  await toggle(false)
  expect(document.querySelector('button')).toBeNull()
  await hear(makeRead('e1-3', clock.now()))
  expect(pitches()).toEqual([1000])
})

it('follows another tab that switches the sound on', async () => {
  const { storage } = await open({ live_rfid_soundOn: '0' })
  storage.setItem('live_rfid_soundOn', '1')
  const told = (key: string) =>
    act(async () => void dispatchEvent(new StorageEvent('storage', { key })))
  await told('live_rfid_soundVolume')
  expect(contexts).toBe(0)
  await told('live_rfid_soundOn')
  await sounding()
  expect(contexts).toBe(1)
})

it('asks for a gesture while the browser blocks sound', async () => {
  audio.isBlocked = true
  const { clock, hear, pass } = await open()
  await sounding()
  await pass(400)
  const button = screen.getByRole('button', { name: 'Activar sonido' })
  await hear(makeRead('e1-1', clock.now()))
  audio.isBlocked = false
  await act(async () => void fireEvent.click(button))
  expect(pitches()).toEqual([])
  await hear(makeRead('e1-2', clock.now()))
  expect(pitches()).toEqual([1000])
})
