import { mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { EnrollRequest } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EdgeConfig } from '../config.ts'
import { createCredentials } from './credentials.ts'
import { readHardwareSerial } from './hardware-serial.ts'
import type { Identity, IdentityStore } from './identity.ts'

let hub: Server
let status = 201
let enrolments = 0
let asked: EnrollRequest | undefined
let folder = ''
let dataDir = ''

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'))
  dataDir = folder
  status = 201
  enrolments = 0
  hub = createServer((request, response) => {
    void json(request).then((body) => {
      asked = body as EnrollRequest
      enrolments++
      const agent = { code: 'gate-1', name: 'Gate', location: null }
      response.writeHead(status).end(JSON.stringify({ apiKey: `new-${enrolments}`, agent }))
    })
  })
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  hub.close()
  rmSync(folder, { recursive: true, force: true })
})

function setUp(config: Partial<EdgeConfig>, stored: Identity | null) {
  let identity = stored
  const store: IdentityStore = {
    current: () => identity,
    saved: () => identity,
    async save(next) {
      identity = next
    },
  }
  const { port } = hub.address() as AddressInfo
  const full: EdgeConfig = {
    hubUrl: new URL(`http://127.0.0.1:${port}`),
    allowHttp: false,
    agentCode: 'gate-1',
    dataDir,
    logLevel: 'silent',
    readers: [],
    relays: { driver: 'simulated', lines: [] },
    inputs: [],
    sensors: [],
    ...config,
  }
  return { credentials: createCredentials(full, store, pino({ level: 'silent' })), store }
}

it('credentials take EDGE_API_KEY before the stored key, and the stored key before the token', async () => {
  const stored = { agentCode: 'gate-1', apiKey: 'stored' }
  expect(await setUp({ apiKey: 'env', enrollToken: 't' }, stored).credentials.key()).toBe('env')
  expect(await setUp({ enrollToken: 't' }, stored).credentials.key()).toBe('stored')
  expect(await setUp({ enrollToken: 'token' }, null).credentials.key()).toBe('new-1')
})

it('credentials try the previous key after a refusal, then the token, then all again', async () => {
  const stored = { agentCode: 'gate-1', apiKey: 'stored', previousKey: 'older' }
  const { credentials } = setUp({}, stored)
  expect(await credentials.key()).toBe('stored')
  credentials.refused('stored')
  expect(await credentials.key()).toBe('older')
  credentials.refused('older')
  expect(await credentials.key()).toBeNull()
  expect(await credentials.key()).toBe('stored')
})

it('credentials pass over a revoked EDGE_API_KEY for the key that was enrolled since', async () => {
  const { credentials } = setUp({ apiKey: 'env', enrollToken: 'token' }, null)
  credentials.refused('env')
  expect(await credentials.key()).toBe('new-1')
  credentials.accepted('new-1')
  expect(await credentials.key()).toBe('new-1')
  const stored = { agentCode: 'gate-1', apiKey: 'new-1' }
  const restarted = setUp({ apiKey: 'env', enrollToken: 'token' }, stored).credentials
  expect(await restarted.key()).toBe('env')
  restarted.refused('env')
  expect(await restarted.key()).toBe('new-1')
  expect(enrolments).toBe(1)
})

it('credentials enrol anew when every key is refused, and forget the old join state', async () => {
  const stored = { agentCode: 'gate-1', apiKey: 'stored', join: 'old' }
  const { credentials, store } = setUp({ enrollToken: 'token' }, stored)
  credentials.refused('stored')
  expect(await credentials.key()).toBe('new-1')
  expect(store.current()).toEqual({ agentCode: 'gate-1', apiKey: 'new-1', previousKey: 'stored' })
})

it('credentials have no key while the token is refused', async () => {
  status = 401
  const { credentials } = setUp({ enrollToken: 'token' }, null)
  expect(await credentials.key()).toBeNull()
  status = 201
  expect(await credentials.key()).toBe('new-2')
})

it('credentials ask by one claim, which is stored before the hub hears of it, and by no key', async () => {
  status = 409
  const stored = { agentCode: 'gate-9', apiKey: 'of another code' }
  const { store } = setUp({ enrollToken: 'token' }, stored)
  const claims: string[] = []
  for (let i = 0; i < 2; i++) {
    // Another start.
    const { credentials } = setUp({ enrollToken: 'token' }, stored)
    expect(await credentials.key()).toBeNull()
    const claim = readFileSync(join(dataDir, 'claim'), 'utf8').trim()
    expect(asked?.device).toEqual({ claim, serial: readHardwareSerial() })
    claims.push(claim)
  }
  expect(claims).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), claims[0]])
  expect(store.saved()).toBe(stored)
})

it('credentials take an ordinary token where no claim can be stored', async () => {
  dataDir = join(dataDir, 'not there')
  const { credentials } = setUp({ enrollToken: 'token' }, null)
  expect(await credentials.key()).toBe('new-1')
  expect(asked).not.toHaveProperty('device')
})

it('credentials never replace a claim that cannot be read', async () => {
  const file = join(dataDir, 'claim')
  symlinkSync('claim', file)
  const { credentials } = setUp({ enrollToken: 'token' }, null)
  expect(await credentials.key()).toBe('new-1')
  expect(asked).not.toHaveProperty('device')
  expect(readlinkSync(file)).toBe('claim')
})

it('credentials leave the stored key of another agent alone', async () => {
  const { credentials } = setUp({}, { agentCode: 'gate-9', apiKey: 'foreign' })
  expect(await credentials.key()).toBeNull()
})

it('credentials store an accepted EDGE_API_KEY, so that it can be removed from the environment', async () => {
  const { credentials, store } = setUp({ apiKey: 'env' }, { agentCode: 'gate-1', apiKey: 'stored' })
  credentials.accepted('env')
  expect(store.current()).toMatchObject({ apiKey: 'env', previousKey: 'stored' })
})

it('a key that was handed over is tried before all others, and kept when the hub accepts it', async () => {
  const { credentials, store } = setUp({ apiKey: 'env' }, { agentCode: 'gate-1', apiKey: 'env' })
  const { verdict } = await credentials.offer('new')
  expect(store.saved()).toMatchObject({ apiKey: 'new', previousKey: 'env' })
  expect(await credentials.key()).toBe('new')
  // Of a connection that was begun before.
  credentials.accepted('env')
  expect(store.saved()).toMatchObject({ apiKey: 'new', previousKey: 'env' })
  credentials.accepted('new')
  expect(await verdict).toBe('accepted')
  expect(await credentials.key()).toBe('new')
  expect(store.saved()).toMatchObject({ apiKey: 'new', previousKey: 'env' })
})

it("a key that the hub refuses, or calls another agent's, leaves everything as it was", async () => {
  const stored = { agentCode: 'gate-1', apiKey: 'stored', previousKey: 'older', join: 'j' }
  for (const word of ['refused', 'foreign'] as const) {
    const { credentials, store } = setUp({}, stored)
    const { verdict } = await credentials.offer('bad')
    credentials[word]('bad')
    expect(await verdict).toBe(word)
    expect(store.saved()).toEqual(stored)
    expect(await credentials.key()).toBe('stored')
  }
})

it('a key that comes before the hub has judged another pushes no older one out', async () => {
  const stored = { agentCode: 'gate-1', apiKey: 'stored', previousKey: 'older' }
  const { credentials, store } = setUp({}, stored)
  const first = await credentials.offer('one')
  await credentials.offer('one')
  const second = await credentials.offer('two')
  expect(await first.verdict).toBe('replaced')
  credentials.refused('two')
  expect(await second.verdict).toBe('refused')
  for (const key of ['one', 'stored']) {
    expect(await credentials.key()).toBe(key)
    credentials.refused(key)
  }
  const third = await credentials.offer('three')
  credentials.accepted('three')
  expect(await third.verdict).toBe('accepted')
  expect(store.saved()).toMatchObject({ apiKey: 'three', previousKey: 'one' })
})

it('a key that the disk does not take changes nothing', async () => {
  const { credentials, store } = setUp({}, { agentCode: 'gate-1', apiKey: 'stored' })
  const save = store.save.bind(store)
  store.save = async (next) => {
    await save(next)
    if (next.apiKey === 'new') throw new Error('ENOSPC')
  }
  await expect(credentials.offer('new')).rejects.toThrow('ENOSPC')
  expect(await credentials.key()).toBe('stored')
  expect(store.current()).toMatchObject({ apiKey: 'stored' })
})

it("another agent's key that was handed over before a restart gives way to the one before it", async () => {
  const stored = { agentCode: 'gate-1', apiKey: 'of-gate-2', previousKey: 'own' }
  const { credentials, store } = setUp({}, stored)
  expect(await credentials.key()).toBe('of-gate-2')
  expect(credentials.foreign('of-gate-2')).toBe(true)
  expect(await credentials.key()).toBe('own')
  credentials.accepted('own')
  expect(store.current()).toMatchObject({ apiKey: 'own', previousKey: undefined })
  // Where none is left the code is wrong, or the key that was set with it.
  expect(credentials.foreign('own')).toBe(false)
  expect(setUp({ apiKey: 'env' }, stored).credentials.foreign('env')).toBe(false)
})
