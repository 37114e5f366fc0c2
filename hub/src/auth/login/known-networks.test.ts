import { beforeEach, expect, test } from 'vitest'
import { KnownNetworks } from './known-networks.ts'

const DAY_MS = 86_400_000
let now: number
let known: KnownNetworks
beforeEach(() => {
  now = 40 * DAY_MS
  known = new KnownNetworks({ now: () => now })
})

test.each([
  ['192.0.2.7', '192.0.2.7', 'known address'],
  ['192.0.2.7', '192.0.2.250', 'known site'],
  ['192.0.2.7', '192.0.3.7', 'unknown'],
  ['2001:db8:7::1', '2001:0db8:0007:0000:ffff::', 'known address'],
  ['2001:db8:7::1', '2001:db8:7:9::1', 'known site'],
  ['2001:db8:7::1', '2001:db8:8::1', 'unknown'],
  ['unknown', 'unknown', 'known address'],
])('after a login from %s, %s is %s', (address, other, share) => {
  expect(known.shareOf(other)).toBe('unknown')
  known.remember(address)
  expect(known.shareOf(other)).toBe(share)
})

test('forgets after 30 days without a login, and by an older one nothing', () => {
  known.remember('192.0.2.7')
  known.remember('192.0.2.7', now - DAY_MS)
  now += 30 * DAY_MS - 1
  expect(known.shareOf('192.0.2.7')).toBe('known address')
  now += 1
  expect(known.shareOf('192.0.2.7')).toBe('unknown')
})

test('holds 4,096 addresses, those that were seen last', () => {
  known.remember('192.0.2.7')
  known.remember('192.0.2.8')
  for (let i = 0; i < 4095; i++) known.remember(`10.${i >> 8}.${i & 255}.1`)
  expect(known.shareOf('192.0.2.7')).toBe('known site')
  expect(known.shareOf('192.0.2.8')).toBe('known address')
  expect(known.shareOf('10.0.0.1')).toBe('known address')
})
