import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../testing/test-hub.ts'

let hub: TestHub
beforeEach(async () => void (hub = await createTestHub()))
afterEach(() => hub.close())

const lookers = ['/api/auth/me', '/api/agents/status', '/api/rfid/status', '/api/rfid/logs']
const adminOnly = ['/api/dead-letters', '/api/settings/suppress-window']

test('turns away whoever has no session', async () => {
  for (const path of [...lookers, ...adminOnly]) {
    const response = await hub.call('GET', path)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'unauthorized' })
  }
})

test('shows every account what is for looking, and admins the rest', async () => {
  const tokens = {
    kiosk: await hub.tokenOf('operator', true),
    operator: await hub.tokenOf('operator'),
    admin: await hub.tokenOf('admin'),
    superadmin: await hub.tokenOf('superadmin'),
  }
  for (const [who, token] of Object.entries(tokens)) {
    for (const path of lookers) expect((await hub.call('GET', path, { token })).status).toBe(200)
    for (const path of adminOnly) {
      const { status } = await hub.call('GET', path, { token })
      expect(status).toBe(who === 'admin' || who === 'superadmin' ? 200 : 403)
    }
  }
})

test('leaves accounts and the audit log to superadmins', async () => {
  const token = await hub.tokenOf('admin')
  for (const [method, path] of [
    ['GET', '/api/users'],
    ['POST', '/api/users'],
    ['PATCH', '/api/users/1'],
    ['GET', '/api/audit'],
  ] as const) {
    expect((await hub.call(method, path, { token })).status).toBe(403)
  }
})

test('answers 404 as JSON to any call that is not declared, whoever asks', async () => {
  const token = await hub.tokenOf('superadmin')
  const calls = [
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['DELETE', '/api/agents'],
    ['PUT', '/api/auth/login'],
    ['GET', '/api/agents/x/rotate-key'],
  ]
  for (const [method = '', path = ''] of calls) {
    const response = await hub.call(method, path, { token })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'not_found' })
  }
})

test('takes no cookie where the bearer header is asked for', async () => {
  const token = await hub.tokenOf('admin')
  const headers = { cookie: `vc_session=${token}` }
  expect((await hub.call('GET', '/api/auth/me', { headers })).status).toBe(401)
})

test.each([
  '/api%2Fauth/me',
  '//api/auth/me',
  '/api//auth/me',
  '/api/auth%5cme',
  '/a%00b',
  '/assets\\x',
])('refuses the ambiguous path %s', async (path) => {
  const response = await hub.call('GET', path)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'invalid_input' })
})

test('keeps answers of the API out of every cache and names the policy on them', async () => {
  const { headers } = await hub.call('GET', '/api/auth/me')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('names the host for sockets in its policy, unless it is more than a host', async () => {
  const policyAt = async (host: string) => {
    const { headers } = await hub.app.request(`http://${host}/healthz`)
    return /connect-src[^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0]
  }
  expect(await policyAt('hub-1.local:8080')).toBe("connect-src 'self' ws://hub-1.local:8080")
  expect(await policyAt('[::1]:8080')).toBe("connect-src 'self' ws://[::1]:8080")
  expect(await policyAt('*')).toBe("connect-src 'self'")
  expect(await policyAt('a;sandbox')).toBe("connect-src 'self'")
})

test('answers what is our own fault with 500 and no detail', async () => {
  await hub.db.destroy()
  const response = await hub.call('GET', '/api/public-config', {})
  expect(response.status).toBe(200)
  const failed = await hub.call('GET', '/api/auth/me', { token: 'x' })
  expect(failed.status).toBe(500)
  expect(await failed.json()).toEqual({
    error: 'internal',
    message: 'Error interno del servidor',
  })
})
