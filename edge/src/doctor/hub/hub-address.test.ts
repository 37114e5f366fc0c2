import { expect, it } from 'vitest'
import { judgeCertificate } from './hub-address.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

it.each([
  ['90 days', 90 * DAY_MS, 14 * DAY_MS, 'ok'],
  ['90 days', 90 * DAY_MS, 14 * DAY_MS - 1, 'warning'],
  ['a week', 7 * DAY_MS, 2 * DAY_MS, 'ok'],
  ['a week', 7 * DAY_MS, DAY_MS, 'warning'],
  ['12 hours, as of Caddy’s own authority', 12 * HOUR_MS, 4 * HOUR_MS, 'ok'],
  ['12 hours, as of Caddy’s own authority', 12 * HOUR_MS, 2 * HOUR_MS, 'warning'],
])('a certificate of %s (%i ms) with %i ms left is %s', (_, lifeMs, leftMs, status) => {
  const now = Date.parse('2026-03-01T00:00:00Z')
  const validTo = now + leftMs
  const found = judgeCertificate({ error: null, validFrom: validTo - lifeMs, validTo }, 'hub', now)
  expect(found).toMatchObject({ check: 'hub-tls', status })
})
