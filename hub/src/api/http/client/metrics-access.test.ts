import { BlockList } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../../../testing/test-hub.ts'
import { createClientAddresses } from './client-address.ts'

const metricsToken = 'a-token-of-32-letters-and-digits'
const trusted = new BlockList()
trusted.addAddress('127.0.0.1')
trusted.addAddress('10.0.0.1')
const addresses = createClientAddresses({ trusted, tls: false, publicOrigin: null })

let hub: TestHub
afterEach(() => hub.close())

const ask = async (from: string, headers: Record<string, string> = {}) =>
  (await hub.call('GET', '/metrics', { from, headers })).status

test('are for this machine alone', async () => {
  hub = await createTestHub()
  for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await ask(from)).toBe(200)
  expect(await ask('192.168.1.9')).toBe(403)
  expect(await ask('192.168.1.9', { authorization: 'Bearer ' })).toBe(403)
  expect(await ask('192.168.1.9', { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
  expect(await ask('127.0.0.1', { host: 'stranger.example' })).toBe(403)
})

test('are not opened by a proxy on this machine, trusted or not', async () => {
  hub = await createTestHub()
  for (const mark of ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
    expect(await ask('127.0.0.1', { [mark]: 'for=127.0.0.1' })).toBe(403)
  await hub.close()
  hub = await createTestHub({ addresses })
  const through = (hops: string) => ask('127.0.0.1', { 'x-forwarded-for': hops })
  expect(await through('203.0.113.9')).toBe(403)
  expect(await through('127.0.0.1, 203.0.113.9')).toBe(403)
  expect(await through('unknown')).toBe(403)
  expect(await through('unknown, 127.0.0.1')).toBe(403)
  expect(await ask('127.0.0.1', { via: '1.1 proxy' })).toBe(403)
  expect(await ask('10.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
  expect(await through('127.0.0.1')).toBe(200)
  expect(await ask('127.0.0.1')).toBe(200)
})

test('are for whoever shows the token, by whatever name', async () => {
  hub = await createTestHub({ metricsToken, addresses })
  const show = (token: string, more = {}) =>
    ask('203.0.113.9', { authorization: `Bearer ${token}`, ...more })
  expect(await show(metricsToken)).toBe(200)
  expect(await show(metricsToken, { host: 'hub.of.the.site', 'x-forwarded-for': '1.2.3.4' })).toBe(
    200,
  )
  for (const wrong of [`${metricsToken}x`, metricsToken.slice(1), metricsToken.toUpperCase()])
    expect(await show(wrong)).toBe(401)
  const refused = await hub.call('GET', '/metrics', { from: '203.0.113.9' })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(await refused.text()).not.toContain('vc_')
  expect((await hub.call('HEAD', '/metrics', { from: '203.0.113.9' })).status).toBe(401)
  expect(await ask('127.0.0.1')).toBe(200)
})
