import { BlockList } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type TestHub, createTestHub, testPassword } from '../../../testing/test-hub.ts'
import { createClientAddresses } from './client-address.ts'

const publicOrigin = 'https://control.example'
const trusted = new BlockList()
trusted.addAddress('10.0.0.1')
const proxied = (origin: string | null) => ({
  publicOrigin: origin,
  addresses: createClientAddresses({ trusted, tls: false, publicOrigin: origin }),
})
const overTls = { 'x-forwarded-proto': 'https' }

let hub: TestHub
afterEach(() => hub.close())

async function logIn(more: { headers?: Record<string, string>; from?: string } = {}) {
  const id = await hub.addUser('ana@test.co', 'superadmin')
  const body = { email: 'ana@test.co', password: testPassword }
  const answer = await hub.call('POST', '/api/auth/login', { body, ...more })
  const { token } = (await answer.json()) as { token: string }
  return { id, token, cookies: answer.headers.getSetCookie(), headers: answer.headers }
}

test('the public URL alone makes cookie, HSTS and sockets those of https', async () => {
  hub = await createTestHub(proxied(publicOrigin))
  // A proxy that tells nothing: neither its own name nor how it was asked.
  const { cookies, headers, token } = await logIn({ headers: { host: '127.0.0.1:8080' } })
  expect(cookies).toEqual([
    expect.stringMatching(
      new RegExp(
        `^__Host-vc_session=${token}; Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$`,
      ),
    ),
  ])
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(headers.get('content-security-policy')).toContain(' wss://control.example ')
})

test('whoever comes past the proxy over plain http works with the token, without a cookie', async () => {
  hub = await createTestHub(proxied(publicOrigin))
  const guard = { headers: { host: '192.168.1.5:8080' }, from: '192.168.1.77' }
  const { token } = await logIn(guard)
  expect((await hub.call('GET', '/api/auth/me', { token, ...guard })).status).toBe(200)
})

test('only the cookie of its own kind opens a session: a plain one cannot be planted over https', async () => {
  hub = await createTestHub(proxied(null))
  const { token } = await logIn()
  const ask = async (cookie: string, secure: boolean) => {
    const headers = { cookie, ...(secure && overTls) }
    const from = '10.0.0.1'
    return (await hub.call('GET', '/api/vehicles/export/csv', { headers, from })).status
  }
  expect(await ask(`vc_session=${token}`, false)).toBe(200)
  expect(await ask(`vc_session=${token}`, true)).toBe(401)
  expect(await ask(`__Host-vc_session=${token}`, true)).toBe(200)
  expect(await ask(`vc_session=planted; __Host-vc_session=${token}`, true)).toBe(200)
  expect(await ask(`__Host-vc_session=${token}`, false)).toBe(401)
})

test('the cookie opens nothing else and ends its session, although it is sent with everything', async () => {
  hub = await createTestHub(proxied(publicOrigin))
  const { token } = await logIn()
  const headers = { cookie: `__Host-vc_session=${token}` }
  for (const path of ['/api/auth/me', '/api/agents', '/api/users', '/api/audit'])
    expect((await hub.call('GET', path, { headers })).status).toBe(401)
  const body = { currentPassword: 'x', newPassword: 'blue tractor' }
  expect((await hub.call('POST', '/api/auth/change-password', { headers, body })).status).toBe(401)
  expect((await hub.call('GET', '/metrics', { headers })).status).toBe(403)
  expect((await hub.call('POST', '/api/auth/logout', { headers })).status).toBe(200)
  expect((await hub.call('GET', '/api/auth/me', { token })).status).toBe(401)
})

test('logging out takes either cookie away, and what the browser keeps of answers', async () => {
  hub = await createTestHub(proxied(publicOrigin))
  const { token } = await logIn()
  const { headers } = await hub.call('POST', '/api/auth/logout', { token })
  expect(headers.getSetCookie()).toEqual([
    'vc_session=; Max-Age=0; Path=/api; Secure',
    '__Host-vc_session=; Max-Age=0; Path=/; Secure',
  ])
  expect(headers.get('clear-site-data')).toBe('"cache"')
})

test('a proxy that nobody trusts is logged once, without end for nobody', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  hub = await createTestHub({ log })
  const ask = (from: string, headers = {}) => hub.call('GET', '/healthz', { from, headers })
  await ask('10.0.0.1')
  expect(lines).toEqual([])
  for (let i = 0; i < 3; i++) await ask('10.0.0.1', { 'x-forwarded-for': '203.0.113.9' })
  expect(lines.map((line) => JSON.parse(line).proxy)).toEqual(['10.0.0.1'])
  expect(lines[0]).toContain('HUB_TRUSTED_PROXIES')
  for (let i = 0; i < 100; i++) await ask(`10.0.1.${i}`, { via: '1.1 x' })
  expect(lines).toHaveLength(20)
  await hub.close()
  hub = await createTestHub({ log, ...proxied(null) })
  await ask('10.0.0.1', { 'x-forwarded-for': '203.0.113.9' })
  expect(lines).toHaveLength(20)
})
