import { describe, expect, it } from 'vitest'
import { entryData } from './entry.ts'

it.each([false, 'no', 1, null])(
  'a read that says %j of who vouches for it is vouched for by nobody',
  (said) => {
    const read = { uid: 'TEST-001', reader: 'gate', unauthenticated: said }
    expect(entryData.read.parse(read).unauthenticated).toBe(true)
  },
)

describe('a status', () => {
  const good = { id: 'r', type: 'line', path: 'x', state: 'open', simulated: false, noise: 0 }
  const status = (readers: unknown[]) => ({
    version: '1',
    event: 'started',
    readers,
    clock: 'synced',
    outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
    suppressWindowMs: 1,
  })

  it('is checked up to its first bad reader and no further', () => {
    const { error } = entryData.status.safeParse(status([good, ...Array(63).fill({})]))
    expect(new Set(error?.issues.map(({ path }) => path.slice(0, 2).join('.')))).toEqual(
      new Set(['readers.1']),
    )
  })

  it('of good readers is as it was sent', () => {
    expect(entryData.status.parse(status([good, good])).readers).toEqual([good, good])
    expect(entryData.status.safeParse(status(Array(65).fill(good))).success).toBe(false)
  })
})
