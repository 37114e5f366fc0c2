import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, newToken } from '../auth/tokens.ts'
import { createSession } from '../store/auth/sessions.ts'
import { type TestHub, createTestHub } from '../testing/test-hub.ts'
import { calls } from './calls.ts'
import { nameOf } from './http/call.ts'
import { CALLERS } from './http/callers.ts'

const everybody = ['nobody', ...CALLERS] as const
const userIds = new Map<string, number>()
let hub: TestHub
beforeAll(async () => {
  hub = await createTestHub()
  for (const role of ['operator', 'admin', 'superadmin'] as const) {
    userIds.set(role, await hub.addUser(`${role}@test.co`, role))
  }
  userIds.set('kiosk', await hub.addUser('kiosk@test.co', 'operator', true))
})
afterAll(() => hub.close())

/** Calls as `caller` with a session of its own, since some calls end theirs. */
async function statusFor(caller: (typeof everybody)[number], method: string, path: string) {
  const userId = userIds.get(caller)
  const body = method === 'GET' ? {} : { body: {} }
  if (userId === undefined) return (await hub.call(method, path, body)).status
  const token = newToken()
  const now = Date.now()
  const session = { userId, tokenHash: hashToken(token), now, expiresAt: now + 60_000 }
  await createSession(hub.db, { ...session, address: null })
  return (await hub.call(method, path, { token, ...body })).status
}

const FILE = new URL('./permissions.md', import.meta.url)

/** The table of permissions.md: by call, who is let in. */
function permissions(): Map<string, string[]> {
  const text = readFileSync(FILE, 'utf8')
  const [head = [], , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
  return new Map(
    rows.map(([name = '', ...cells]) => {
      const who = head.slice(1).filter((_, i) => cells[i] === '✓')
      return [name.replaceAll('`', ''), who] as const
    }),
  )
}
const table = permissions()

// `npx vitest run -u` on this file writes the table: whoever adds a call reads there whom it lets in.
test('permissions.md names every call, with who is let in as it is declared', async () => {
  const columns = [...everybody, 'cookie']
  const declared = calls.map((call) => {
    const who: readonly string[] = call.who === 'public' ? everybody : call.who
    const marks = columns.map((one) => {
      return who.includes(one) || (one === 'cookie' && call.cookie) ? '✓' : ''
    })
    return ['', `\`${nameOf(call)}\``, ...marks, ''].join(' | ').trim()
  })
  const lines = readFileSync(FILE, 'utf8').split('\n')
  const prose = lines.slice(0, lines.findIndex((line) => line.startsWith('| ---')) + 1)
  await expect([...prose, ...declared, ''].join('\n')).toMatchFileSnapshot(fileURLToPath(FILE))
})

describe.each([...table])('%s', (call, who) => {
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern.replace(/:\w+/g, '999')

  test.each(everybody)('lets %s in as the table says', async (caller) => {
    const status = await statusFor(caller, method, path)
    if (who.includes(caller)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(caller === 'nobody' ? 401 : 403)
    expect(status).toBeLessThan(500)
  })
})

test.each(everybody)('answers 404 to %s for what no call declares', async (caller) => {
  for (const [method, path] of [
    ['GET', '/api'],
    ['PUT', '/api/users/1'],
    ['DELETE', '/api/users/1'],
    ['POST', '/api/audit'],
    ['GET', '/api/auth/request-reset'],
    ['GET', '/api/auth/reset-password'],
    ['PATCH', '/api/users/1/2'],
    ['PURGE', '/api/users'],
  ] as const) {
    expect([path, await statusFor(caller, method, path)]).toEqual([path, 404])
  }
})
