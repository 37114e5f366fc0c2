import { expect, it } from 'vitest'
import { ReadersConfig } from './reader-list.ts'

const R700 = { type: 'http', url: 'http://r700.local' }
const HOOK = { type: 'http', port: 8090, keyEnv: 'GATE_KEY' }
const BROKER = { type: 'mqtt', url: 'mqtt://broker', topic: 'ziotc/#' }
const WEDGE = { type: 'hid', path: '/dev/input/by-id/usb-reader-event-kbd' }

const listOf = (...readers: object[]) =>
  readers.map((reader, i) => ({ id: `gate-${i}`, ...reader }))

it.each([
  ['url', R700],
  ['port', HOOK],
  ['url', BROKER],
  ['path', WEDGE],
])('two readers on one %s are refused, whatever else they differ in', (key, reader) => {
  const parsed = ReadersConfig.safeParse(listOf(reader, { ...reader, silentAfterMs: 1000 }))
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[1, key]])
})

it('readers with addresses of their own stand beside each other', () => {
  const others = [
    { ...HOOK, port: 8091 },
    { ...BROKER, topic: 'impinj/#' },
  ]
  expect(ReadersConfig.safeParse(listOf(R700, HOOK, BROKER, WEDGE, ...others)).success).toBe(true)
})
