import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClockQuality } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { monotonicMs } from '../clock/monotonic.ts'
import { Outbox } from '../outbox/outbox.ts'
import { KEY, NOT_YET_VALID, VALID } from '../testing/dated-certificates.ts'
import { FakeHub } from '../testing/fake-hub.ts'
import { Sync } from './sync.ts'
import { describeTrouble } from './trouble.ts'

const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 })
let end = async () => {}

/** A hub that shows a certificate of the future to an edge with this clock and one stored entry. */
async function edgeBefore(clock: ClockQuality) {
  const folder = mkdtempSync(join(tmpdir(), 'trouble-'))
  const hub = new FakeHub({ key: KEY, cert: NOT_YET_VALID })
  hub.answerAll()
  const logged: string[] = []
  const back: string[] = []
  const outbox = new Outbox({
    file: join(folder, 'outbox.db'),
    agentCode: 'gate-1',
    boot: 'boot-1',
    monotonic: monotonicMs,
    onNotice: () => {},
    onBlocked: () => {},
    onFatal: () => {},
    stampGap: (counts, reason) => stamped('gap', { from: null, to: null, counts, reason }),
  })
  const sync = new Sync({
    hubUrl: await hub.start(),
    ca: VALID + NOT_YET_VALID,
    outbox,
    log: pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line).msg) }),
    clock: {
      monotonic: monotonicMs,
      age: (row) => monotonicMs() - row.mono,
      correct: ({ at }) => ({ at, clock }),
      hubTime: () => {},
    },
    credentials: {
      key: async () => 'key',
      refused: () => {},
      accepted: () => {},
      foreign: () => false,
    },
    identity: () => ({
      agent: 'gate-1',
      version: 'test',
      bootId: 'boot-1',
      wall: Date.now(),
      clock,
      hardwareSerial: null,
      join: null,
    }),
    saveJoin: async () => {},
    onSuppressWindow: () => {},
    onCommand: () => {},
    onReconnected: (trouble) => back.push(trouble),
    onFatal: () => {},
  })
  outbox.sendTo(sync)
  end = async () => {
    await sync.stop(0)
    await outbox.close()
    hub.end()
    rmSync(folder, { recursive: true })
  }
  await outbox.open(0)
  outbox.append(stamped('read', { uid: 'A', reader: 'gate' }))
  await outbox.flush()
  return { hub, sync, outbox, logged, back }
}

function stamped(kind: 'read' | 'gap', data: object) {
  return { kind, mono: monotonicMs(), at: 0, clock: 'unsynced' as const, data }
}

describe('a certificate that is not valid yet', () => {
  afterEach(() => end())

  it('is put down to a clock that nobody has set; what was kept is sent when it is set', async () => {
    const { hub, sync, outbox, logged, back } = await edgeBefore('unsynced')
    sync.start()
    const reason = /^clock not set: by it the hub's certificate is not valid yet/
    await soon(() => expect(sync.trouble).toMatch(reason))
    expect(outbox.stats.unacked).toBe(1)
    hub.showCertificate({ key: KEY, cert: VALID })
    await soon(() => expect(outbox.stats.unacked).toBe(0))
    expect(sync.trouble).toBe('')
    expect(back).toEqual([expect.stringMatching(reason)])
    expect(logged).toEqual([expect.stringMatching(/^no hub: clock not set: /)])
  })

  it('is a fault of the certificate where the clock is right', async () => {
    const { sync } = await edgeBefore('synced')
    sync.start()
    await soon(() => expect(sync.trouble).toBe('certificate is not yet valid'))
  })
})

it.each([
  [{ code: 1006, reason: 'expired', errorCode: 'CERT_HAS_EXPIRED' }, 'hub', /^clock not set, or/],
  [{ code: 1006, reason: 'expired', errorCode: 'CERT_HAS_EXPIRED' }, 'synced', /^expired$/],
  [{ code: 1006, reason: 'refused', errorCode: 'ECONNREFUSED' }, 'unsynced', /^refused$/],
  [{ code: 1006, reason: '' }, 'unsynced', /^closed with 1006$/],
] as const)('the end %j by a clock %s is told as %s', (ended, clock, trouble) => {
  expect(describeTrouble(ended, clock)).toMatch(trouble)
})
