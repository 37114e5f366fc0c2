import { expect, it } from 'vitest'
import { createLocalBus } from '../../bus/bus.ts'
import type { Session } from '../../store/auth/sessions.ts'
import { KNOWN_FOR_MS, KnownSessions } from './known-sessions.ts'

const HOUR_MS = 3_600_000

function setUp() {
  const clock = { now: 1_700_000_000_000 }
  const bus = createLocalBus()
  const known = new KnownSessions({ bus, now: () => clock.now })
  const session = (id: number, given: Partial<Session> = {}): Session => {
    return {
      id,
      expiresAt: clock.now + HOUR_MS,
      lastUsedAt: clock.now,
      userId: id,
      email: 'sol@test.co',
      name: 'Sol',
      role: 'superadmin',
      kiosk: false,
      seesOwners: true,
      hasSecondFactor: false,
      ...given,
    }
  }
  return { clock, bus, known, session }
}

it('knows superadmins alone, by their tokens', () => {
  const { known, session } = setUp()
  known.note('of-sol', session(1))
  known.note('of-ana', session(2, { role: 'admin' }))
  known.note('of-wall', session(3, { kiosk: true }))
  expect(known.find('of-sol')).toMatchObject({ id: 1 })
  for (const token of ['of-ana', 'of-wall', 'another', ''])
    expect(known.find(token)).toBe(undefined)
})

it('forgets a session that was ended, by whichever hub, is over, or is no superadmin’s any more', () => {
  const { bus, clock, known, session } = setUp()
  known.note('ended', session(1))
  known.note('over', session(2, { expiresAt: clock.now + 1000 }))
  known.note('demoted', session(3))
  known.note('gone', session(4))
  known.note('stays', session(5))
  bus.emit('sessionsRevoked', [1, 9])
  known.note('demoted', session(3, { role: 'admin' }))
  known.note('gone', undefined)
  clock.now += 1000
  for (const token of ['ended', 'over', 'demoted', 'gone'])
    expect(known.find(token)).toBe(undefined)
  expect(known.find('stays')).toMatchObject({ id: 5 })
})

it('trusts what the database said for a while only', () => {
  const { clock, known, session } = setUp()
  known.note('of-sol', session(1))
  clock.now += KNOWN_FOR_MS - 1
  expect(known.find('of-sol')).toMatchObject({ id: 1 })
  clock.now += 1
  expect(known.find('of-sol')).toBe(undefined)
})

it('is bounded: who was confirmed last stays', () => {
  const { known, session } = setUp()
  for (let id = 1; id <= 1001; id++) known.note(`token-${id}`, session(id))
  expect([1, 2, 1001].map((id) => known.find(`token-${id}`)?.id)).toEqual([undefined, 2, 1001])
})
