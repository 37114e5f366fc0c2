import { randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { monotonicMs } from '@vehicle-control/edge/clock/monotonic'
import { Outbox } from '@vehicle-control/edge/outbox/outbox'
import { dataOf, said, type Safe } from './safe.ts'

/** In each opening SQLite moves its journal into the file once, and once more as it closes. */
const OPENINGS = 2
const ROUNDS = 250
const LONGEST_CHARS = 3000

const folder = process.env['OUTBOX_FOLDER'] ?? ''

/** A process's life with the outbox: opened, written to, acked by a hub, closed. */
async function live(opening: number): Promise<void> {
  const say = (safe: Safe) => writeSync(1, said(safe))
  const outbox = new Outbox({
    file: join(folder, 'outbox.db'),
    agentCode: 'gate-1',
    boot: 'boot',
    monotonic: monotonicMs,
    onNotice: (notice) => {
      throw new Error(`${notice.event}: ${notice.detail}`)
    },
    onBlocked: (message) => {
      throw new Error(String(message))
    },
    onFatal: (error) => {
      throw error
    },
    stampGap: () => {
      throw new Error('the ring is full')
    },
  })
  outbox.on('committed', ({ epoch, rows }) =>
    say({
      rows: rows.map(({ seq, data }) => {
        const { uid, pad } = JSON.parse(data) as ReturnType<typeof dataOf>
        return { epoch, seq, uid, padding: pad.length }
      }),
    }),
  )
  await outbox.open(0)
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = randomInt(1, 4); n > 0; n--) {
      const data = dataOf({ uid: `TEST-${randomInt(1e9)}`, padding: randomInt(LONGEST_CHARS) })
      outbox.append({ kind: 'read', at: Date.now(), mono: monotonicMs(), clock: 'synced', data })
    }
    await outbox.flush()
    if (round % 50 === 0) {
      const command = { id: `${opening}-${round}`, pin: 17, state: 1 } as const
      await outbox.beginCommand(command)
      say({ command })
    }
    if (round % 40 === 0) {
      const epochs = await outbox.ranges()
      const current = epochs.at(-1)
      if (current !== undefined) await outbox.ack(current.epoch, current.lastSeq)
    }
  }
  await outbox.close()
}

for (let opening = 0; opening < OPENINGS; opening++) await live(opening)
