import { ConfigError } from '@vehicle-control/protocol'
import type { RelayPin } from '@vehicle-control/protocol'
import pino from 'pino'
import { expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { loadRelays } from './load-relays.ts'
import { switchAllOff } from './switch-all-off.ts'

const log = pino({ level: 'silent' })
const lines = [
  { pin: 17 as const, activeLow: false, maxOnMs: 1 },
  { pin: 27 as const, activeLow: true, maxOnMs: 1 },
]

it('switchAllOff switches every line off, also behind one that fails, and tells of that', () => {
  const off: RelayPin[] = []
  let closed = 0
  const driverOf = (stuck: RelayPin | null) => ({
    set(pin: RelayPin, level: 0 | 1) {
      if (pin === stuck) throw new DeviceError('stuck')
      if (level === 0) off.push(pin)
    },
    close: () => void closed++,
  })
  expect(switchAllOff(lines, driverOf(null), log)).toBe(true)
  expect(off.splice(0)).toEqual([17, 27])
  expect(switchAllOff(lines, driverOf(17), log)).toBe(false)
  expect(off).toEqual([27])
  expect(closed).toBe(2)
})

it('loadRelays reads the relays of EDGE_CONFIG, whatever else is wrong there', () => {
  const read = (file: object) =>
    loadRelays({ EDGE_CONFIG: ' edge.json ' }, () => JSON.stringify(file))
  const relays = { driver: 'simulated', lines: [{ pin: 27 }] }
  expect(read({ readers: 'none', relays })?.lines.map(({ pin }) => pin)).toEqual([27])
  expect(read({ readers: [] })).toBeNull()
  expect(loadRelays({ EDGE_CONFIG: '' })).toBeNull()
  expect(() => read({ relays: { driver: 'simulated', lines: [{ pin: 5 }] } })).toThrow(
    new ConfigError('EDGE_CONFIG edge.json: relays.lines[0].pin must be 17 or 27'),
  )
})
