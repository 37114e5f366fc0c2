import { ConfigError } from '@vehicle-control/protocol'
import type { RelayPin } from '@vehicle-control/protocol'
import pino from 'pino'
import { expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import type { RelayLineConfig } from './relay-config.ts'
import { loadRelays } from './load-relays.ts'
import { switchAllOff } from './switch-all-off.ts'

const log = pino({ level: 'silent' })
const lines: RelayLineConfig[] = [
  { pin: 17, activeLow: false, maxOnMs: 1 },
  { pin: 27, activeLow: true, maxOnMs: 1 },
]

it('switchAllOff switches every line off, also behind one that fails or is in use', async () => {
  const off: RelayPin[] = []
  let closed = 0
  const openerOf =
    (faulty: { stuck?: RelayPin; used?: RelayPin; kept?: RelayPin }) =>
    async (of: typeof lines) => {
      if (of[0]?.pin === faulty.used) throw new DeviceError('line 17 is in use by gpioset')
      return {
        name: 'fake',
        simulated: true,
        set(pin: RelayPin, level: 0 | 1) {
          if (pin === faulty.stuck) throw new DeviceError('stuck')
          if (level === 0) off.push(pin)
        },
        close() {
          if (of[0]?.pin === faulty.kept) throw new DeviceError('not let go')
          closed++
        },
      }
    }
  expect(await switchAllOff(lines, openerOf({}), log)).toBe(true)
  expect([off.splice(0), closed]).toEqual([[17, 27], 2])
  expect(await switchAllOff(lines, openerOf({ stuck: 17 }), log)).toBe(false)
  expect([off.splice(0), closed]).toEqual([[27], 4])
  expect(await switchAllOff(lines, openerOf({ used: 17 }), log)).toBe(false)
  expect([off.splice(0), closed]).toEqual([[27], 5])
  expect(await switchAllOff(lines, openerOf({ kept: 17 }), log)).toBe(true)
  expect([off.splice(0), closed]).toEqual([[17, 27], 6])
})

it('loadRelays reads the relays of EDGE_CONFIG, whatever else is wrong there', () => {
  const read = (file: object) =>
    loadRelays({ EDGE_CONFIG: ' edge.json ' }, () => JSON.stringify(file))
  const relays = { driver: 'simulated', lines: [{ pin: 27 }] }
  expect(read({ readers: 'none', relays })?.lines.map(({ pin }) => pin)).toEqual([27])
  expect(read({ readers: [] })).toBeNull()
  expect(loadRelays({ EDGE_CONFIG: '' })).toBeNull()
  expect(() => read({ relays: { driver: 'simulated', lines: [{ pin: 5 }] } })).toThrow(
    new ConfigError(
      'EDGE_CONFIG edge.json: relays.lines[0].name falta: el relé del pin 5 se conoce solo por su nombre, por ejemplo "Salida"',
    ),
  )
})
