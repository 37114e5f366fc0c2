import pino from 'pino'
import { expect, it } from 'vitest'
import { createManualTime } from '../testing/manual-time.ts'
import { openReader } from './open-reader.ts'
import { ReaderConfig } from './reader-config.ts'

const time = createManualTime()
const context = {
  log: pino({ level: 'silent' }),
  monotonic: time.monotonic,
  timers: time.timers,
  events: { onRead() {}, onStateChange() {} },
}

it.each([
  { id: 'gate', type: 'line', path: '/dev/ttyUSB0' },
  { id: 'demo', type: 'simulator' },
])('openReader opens a $type reader and does not start it', async (config) => {
  const reader = await openReader(ReaderConfig.parse(config), context)
  expect(reader.id).toBe(config.id)
  expect(reader.state()).toMatchObject({ id: config.id, type: config.type, state: 'closed' })
})
