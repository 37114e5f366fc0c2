import pino from 'pino'
import { expect, it } from 'vitest'
import { createManualTime } from '../../testing/manual-time.ts'
import { Reconnector } from './reconnector.ts'

it('tries again when connecting throws, at the start and by its timer', async () => {
  const time = createManualTime({ mono: 0 })
  let tries = 0
  let losses = 0
  const reconnector = new Reconnector({
    what: 'device',
    where: '/dev/none',
    log: pino({ level: 'silent' }),
    monotonic: time.monotonic,
    timers: time.timers,
    backoffFirstMs: 10,
    connect() {
      tries++
      throw new Error('no such device')
    },
    onOpen() {},
    onLost: () => losses++,
  })
  reconnector.start()
  expect(reconnector.error()?.message).toBe('no such device')
  time.advance(10)
  time.advance(15)
  expect(tries).toBe(3)
  expect(losses).toBe(1)
  await reconnector.stop()
  time.advance(1000)
  expect(tries).toBe(3)
})
