import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { networkOf } from '../../auth/network-of.ts'
import { createWallRateLimit } from '../../auth/walls/wall-rate-limit.ts'
import { addPairing } from '../../store/people/wall-pairings.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const MINUTE_MS = 60_000

let hub: TestHub
let now: number
beforeEach(async () => {
  now = Date.UTC(2026, 10, 26, 12)
  hub = await createTestHub({ now: () => now })
})
afterEach(() => hub.close())

const begin = (body: object, from: string) => hub.call('POST', '/api/wall-pairings', { body, from })

describe('limits', () => {
  test('hold one network, whose codes cannot keep out another’s', async () => {
    for (let i = 0; i < 100; i++) {
      const pairing = { code_hash: `c${i}`, secret_hash: `s${i}`, network: '192.0.2.50' }
      const expires_at = now + MINUTE_MS
      await addPairing(hub.db, { ...pairing, address: null, device: null, expires_at })
    }
    const full = await hub.call('POST', '/api/wall-pairings', { body: {}, from: '192.0.2.50' })
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await begin({}, '198.51.100.7')).status).toBe(201)
    now += 10 * MINUTE_MS
    await begin({}, '198.51.100.7')
    const left = await hub.db.selectFrom('wall_pairings').select('id').execute()
    expect(left).toHaveLength(1)
  })

  test('hold one site, however many networks it has', async () => {
    for (let i = 0; i < 200; i++) {
      const network = networkOf(`2001:db8:1:${i.toString(16)}::1`)
      const pairing = { code_hash: `c${i}`, secret_hash: `s${i}`, network }
      const expires_at = now + MINUTE_MS
      await addPairing(hub.db, { ...pairing, address: null, device: null, expires_at })
    }
    expect((await begin({}, '2001:db8:1:ffff::1')).status).toBe(429)
    expect((await begin({}, '2001:db8:2::1')).status).toBe(201)
  })

  test('hold the codes of all networks to what a table takes', async () => {
    const limit = createWallRateLimit()
    for (let i = 0; i < 20; i++) expect(await limit.asked(`192.0.2.${i}`)).toBe(0)
    expect(await limit.asked('192.0.2.99')).toBe(1)
  })

  test('hold an admin who guesses, and polls without end', async () => {
    const limit = createWallRateLimit()
    for (let i = 0; i < 30; i++) expect(await limit.tried(1)).toBe(0)
    expect(await limit.tried(1)).toBeGreaterThan(0)
    expect(await limit.tried(2)).toBe(0)
    for (let i = 0; i < 1000; i++) expect(await limit.polled('192.0.2.1')).toBe(0)
    expect(await limit.polled('192.0.2.1')).toBeGreaterThan(0)
  })
})
