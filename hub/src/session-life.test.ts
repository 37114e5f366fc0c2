import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPasswords } from './auth/passwords/passwords.ts'
import { databaseFile, loadConfig } from './config/config.ts'
import { type Hub, startHub } from './hub.ts'
import { DEMO_LOGIN } from './seed/demo-data.ts'
import { openSqlite } from './store/sqlite/open-sqlite.ts'

let folder: string
let hub: Hub
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-'))
  hub = await start()
})
afterEach(async () => {
  await hub.stop()
  await rm(folder, { recursive: true })
})

const config = (more: NodeJS.ProcessEnv) => {
  const own = { HUB_HOST: '127.0.0.1', HUB_PORT: '0', HUB_DATA_DIR: folder, HUB_DEMO: 'account' }
  return loadConfig({ ...own, ...more })
}
const start = (more: NodeJS.ProcessEnv = {}) =>
  startHub(config(more), pino({ level: 'silent' }), createPasswords({ ln: 4, r: 8, p: 1 }))

async function logIn(): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(DEMO_LOGIN) }
  const answer = await fetch(`${hub.url}/api/auth/login`, init)
  return ((await answer.json()) as { token: string }).token
}
const statusOf = async (path: string, token: string, method = 'GET') =>
  (await fetch(hub.url + path, { method, headers: { authorization: `Bearer ${token}` } })).status

test('closes the sockets of a session that its holder ends elsewhere', async () => {
  const [here, there] = [await logIn(), await logIn()]
  const options = { transports: ['websocket'], reconnection: false, forceNew: true }
  const [mine, other] = [here, there].map((token) => io(hub.url, { ...options, auth: { token } }))
  if (!mine || !other) throw new Error('two sockets were asked for')
  for (const socket of [mine, other]) {
    if (!socket.connected)
      await new Promise<void>((resolve) => void socket.once('connect', resolve))
  }
  const closed = new Promise((resolve) => void other.once('disconnect', resolve))
  expect(await statusOf('/api/auth/sessions', here, 'DELETE')).toBe(200)
  expect(await closed).toBe('io server disconnect')
  expect(mine.connected).toBe(true)
  mine.disconnect()
})

test('ends at its start what nobody used while it was down, and asks roles for their factor', async () => {
  const [left, used] = [await logIn(), await logIn()]
  await hub.stop()
  const store = await openSqlite(databaseFile(config({})))
  const long = Date.now() - 15 * 60_000
  await store.db.updateTable('sessions').set({ last_used_at: long }).where('id', '=', 1).execute()
  await store.close()
  hub = await start({ HUB_IDLE_MINUTES: '15', HUB_REQUIRE_2FA: 'superadmin' })
  expect(await statusOf('/api/auth/me', left)).toBe(401)
  expect(await statusOf('/api/auth/me', used)).toBe(200)
  expect(await statusOf('/api/vehicles', used)).toBe(403)
  const socket = io(hub.url, {
    transports: ['websocket'],
    reconnection: false,
    auth: { token: used },
  })
  const refusal = await new Promise<Error>((resolve) => void socket.once('connect_error', resolve))
  expect(refusal.message).toBe('second_factor_required')
})
