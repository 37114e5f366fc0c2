import type { RelayCommand } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { isOn } from './pin-state.ts'
import { openBoard } from './board-rig.ts'
import { namedRelays, relayKey, relayName } from './relay-key.ts'
import { relaysState, relayStates } from './relays-state.ts'

const ofName = (relay: string) => ({ pin: -1, relay })

it('a relay is known by pin 17 or 27, else by its name', () => {
  expect(relayKey({ pin: 27, relay: 'Salida' })).toBe(27)
  expect(relayKey(ofName('Salida'))).toBe('Salida')
  expect(relayKey({ pin: 22, relay: 'Salida' })).toBe('Salida')
  expect([relayKey({ pin: -1 }), relayKey({ pin: null, relay: null })]).toEqual([
    undefined,
    undefined,
  ])
  expect([relayName(17), relayName('Salida')]).toEqual(['17', '«Salida»'])
  const named = [
    { name: 'Barrera', pin: 17 },
    { name: 'Salida', pin: 22 },
    { name: 'Patio', error: 'no answer' },
  ]
  expect(namedRelays({ named }).map(({ name }) => name)).toEqual(['Salida', 'Patio'])
})

it('a relay of a name is ordered by it, is closed by it, and takes no other relay’s acks', async () => {
  const given = openBoard()
  const line = given.board.line('Salida')
  const isLineOn = () => isOn(line.state.get(), given.clock.now())
  line.switchOn(5000)
  expect(given.sent).toEqual([{ id: 'c1', relay: 'Salida', state: 1, duration: 5000 }])
  given.ack('other', ofName('Otra'))
  given.ack('third', { pin: 27 })
  expect(isLineOn()).toBe(false)
  given.ack('c1', ofName('Salida'))
  expect(isLineOn()).toBe(true)
  expect(given.shown()).toMatchObject({ on: false, pending: null })
  await given.pass(5500)
  expect(given.sent.at(-1)).toEqual({ id: 'c2', relay: 'Salida', state: 0 })
  expect(isLineOn()).toBe(false)
})

it('a relay of a name has its own part of the list, also where it is looked at later', () => {
  const given = openBoard()
  const at = new Date(given.clock.now() - 1000).toISOString()
  const done: RelayCommand = {
    ...ofName('Salida'),
    id: 'r1',
    state: 1,
    duration: null,
    actor: 'a@b.co',
    address: null,
    created_at: at,
    ok: true,
    reason: 'done',
    on_ms: 30_000,
    finished_at: at,
  }
  const open = { ...done, ...ofName('Patio'), id: 'r2', ok: null, reason: null, finished_at: null }
  given.board.takeHistory({ commands: [open, done], askedAt: given.clock.now() })
  expect(given.shown()).toMatchObject({ on: false, pending: null })
  expect(given.board.line('Salida').state.get()).toMatchObject({ pending: null })
  expect(isOn(given.board.line('Salida').state.get(), given.clock.now())).toBe(true)
  expect(given.board.line('Patio').state.get()).toMatchObject({ pending: { id: 'r2', state: 1 } })
})

it('the relays of an agent are said with their names, and each whose state nobody knows', () => {
  const relays = {
    driver: 'gpiochip',
    simulated: false,
    pins: [17, 27],
    named: [{ name: 'Salida', pin: 22 }, { name: 'Patio' }],
    error: null,
    since: '2026-01-01T00:00:00.000Z',
  }
  expect(relayStates(relays)).toEqual([relaysState(relays)])
  expect(relaysState(relays).about).toBe('Relés 17, 27, «Salida», «Patio»')
  expect(relaysState({ ...relays, simulated: true }).state).toContain('los de tarjetas no')
  expect(relaysState({ ...relays, error: 'EBUSY' }).state).toMatch(/^No se pueden mover los de pin/)
  const named = [{ name: 'Patio', error: 'the board does not answer' }]
  expect(relayStates({ ...relays, pins: [], named })).toMatchObject([
    { tone: 'good', about: 'Relés «Patio»' },
    { name: 'Patio', tone: 'bad', state: 'No se sabe si está activo: no responde' },
  ])
})
