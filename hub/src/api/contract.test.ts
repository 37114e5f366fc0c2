import {
  type ErrorBody,
  ErrorCode,
  RecoveryCodes,
  SecondFactorOffer,
  type UploadResponse,
} from '@vehicle-control/protocol'
import { URI } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hashToken } from '../auth/tokens.ts'
import { deleteSecondFactor, secondFactorInForce } from '../store/auth/second-factors.ts'
import { saveDevices } from '../store/agents/agent-devices.ts'
import { createSession } from '../store/auth/sessions.ts'
import { answerOf, callNames, jsonLimitOf, operationOf } from '../testing/declared-answer.ts'
import { callExample, exampleOf, photoForm, targetOf } from '../testing/example-call.ts'
import { createLivedInHub, type LivedInHub } from '../testing/lived-in-hub.ts'

/** What every call may answer, and no request can bring about. */
const OF_ANY_CALL: readonly ErrorCode[] = ['internal', 'database_away', 'disk_full']

// `hub.call` compares whatever it gets with the OpenAPI document, status and body.
let hub: LivedInHub
const open = async () => void (hub = await createLivedInHub())
const close = () => hub.close()

describe('an example', () => {
  beforeEach(open)
  afterEach(close)

  test.each(callNames)('%s is answered as declared, with no list empty', async (name) => {
    const target = name === 'GET /api/photos/:name' ? await photoUrl() : targetOf(name)
    const body = await prepare[name]?.()
    const answer = await callExample(hub, name, { target, ...(body && { body }) })
    expect(Object.keys(operationOf(name).responses)).toContain(String(answer.status))
    expect(answer.ok).toBe(true)
    const isData = !name.endsWith('/openapi.json') && !name.endsWith('/diagnostics')
    if (isData) expect(await answer.text()).not.toContain('[]')
  })
})

describe.each(callNames.filter((name) => codesOf(name).length > 0))('%s', (name) => {
  beforeAll(open)
  afterAll(close)

  test.each(codesOf(name))('refuses with %s', async (code) => {
    const answer = await refused[code](name)
    const { error, message } = (await answer.json()) as ErrorBody
    expect(error).toBe(code)
    expect(message).toMatch(/^[A-ZÁÉÍÓÚÑ¿¡]/)
  })
})

/** The codes that the document declares for a call, but for our own faults. */
function codesOf(name: string): ErrorCode[] {
  const statuses = Object.keys(operationOf(name).responses).filter((s) => !s.startsWith('2'))
  const codes = statuses.flatMap((status) => {
    const content = answerOf(name, status)?.content
    if (content === undefined) return []
    const schema = content['application/json']?.schema
    return z.object({ error: z.object({ enum: z.array(ErrorCode) }) }).parse(schema?.properties)
      .error.enum
  })
  return codes.filter((code) => !OF_ANY_CALL.includes(code))
}

const OWN_FACTOR = 'POST /api/auth/second-factor'
const REPORT = 'POST /api/rfid/tags/:uid/report'
const ENROL_REQUEST = 'POST /api/agents/:code/enroll-request'
const GIVE_UP = 'POST /api/access/gates/:code/give-up'
const PAIRING = 'POST /api/walls/:id/pairing'
const INVITE_AGAIN = 'POST /api/users/:id/invite'

/** What a call needs that a lived-in hub does not have; gives the body in place of the example. */
const prepare: Record<string, () => Promise<object>> = {
  [`${OWN_FACTOR}/confirm`]: async () => ({ code: await offeredCode() }),
  [`${OWN_FACTOR}/recovery-codes`]: proof,
  [`${OWN_FACTOR}/remove`]: proof,
}

/** Asks for a second factor, and gives the code that its app shows. */
async function offeredCode(): Promise<string> {
  const offer = await callExample(hub, `${OWN_FACTOR}/begin`)
  const { uri } = SecondFactorOffer.parse(await offer.json())
  return URI.parse(uri).generate({ timestamp: hub.now })
}

/** Gives the superadmin a second factor, and what proves it. */
async function proof(): Promise<object> {
  const [code] = await confirmedCodes()
  return { ...exampleOf(`${OWN_FACTOR}/remove`), code }
}

async function confirmedCodes(): Promise<string[]> {
  const confirmed = await send(`${OWN_FACTOR}/confirm`, { code: await offeredCode() })
  return RecoveryCodes.parse(await confirmed.json()).recovery_codes
}

/** Brings about each code, whatever the call, and leaves the hub as other codes need it. */
const refused: Record<ErrorCode, (name: string) => Promise<Response>> = {
  async unauthorized(name) {
    if (name === 'POST /api/agent/enroll') return await send(name, { token: 'no such token' })
    return await callExample(hub, name, { token: '' })
  },
  async forbidden(name) {
    if (name === 'POST /api/agent/enroll') return await send(name, { token: 'bound-token' })
    const userId = await hub.addUser('screen@example.co', 'operator', true)
    const now = Date.now()
    const session = { userId, tokenHash: hashToken('kiosk'), now, expiresAt: now + 60_000 }
    await createSession(hub.db, { ...session, address: null })
    return await callExample(hub, name, { token: 'kiosk' })
  },
  async proof_required(name) {
    await hub.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', 2).execute()
    const body = {
      ...exampleOf(name),
      proof: undefined,
      role: 'superadmin',
      password: 'red tractor',
    }
    return await callExample(hub, name, { target: targetOf(name, '2'), body })
  },
  invalid_invite: (name) => send(name, { token: 'no such token' }),
  not_found: (name) => callExample(hub, name, { target: targetOf(name, '999') }),
  async duplicate(name) {
    if (name.startsWith(OWN_FACTOR)) {
      await requireFactor()
      return await callExample(hub, name)
    }
    if (name === REPORT) {
      await hub.db.updateTable('assets').set({ rfid_tag: 'TEST-1' }).execute()
      return await callExample(hub, name)
    }
    if (name === INVITE_AGAIN) {
      const id = await hub.addUser('iris@example.co', 'operator')
      return await callExample(hub, name, { target: targetOf(name, String(id)) })
    }
    if (name === PAIRING) {
      await callExample(hub, name)
      // The code of another browser.
      return await send(name, { code: 'CDFG-HJKN' })
    }
    // What another one has, or another command of the same id.
    const body = { ...exampleOf(name), state: 0 }
    await hub.call('POST', targetOf(name).replace(/\/1$/, ''), { token: hub.token, body })
    return await callExample(hub, name)
  },
  awaiting_approval: (name) =>
    send(name, { token: 'card-token', device: { claim: 'c'.repeat(64), serial: null } }),
  changed_meanwhile(name) {
    if (name === ENROL_REQUEST) return send(name, { fingerprint: '0000-0000-0000-0000' })
    if (name === 'PUT /api/site-plan/points') return send(name, { version: 9 })
    if (name === 'PATCH /api/users/:id') return send(name, { seen: { name: 'Nobody' } })
    if (name === 'PUT /api/access/gates/:code') return send(name, { seen: 999 })
    if (name === GIVE_UP) return send(name, { list: { id: 'b'.repeat(16), edits: 3 } })
    const seen = { updated_at: '2000-01-01T00:00:00.000Z' }
    if (name.includes('/api/site-plan'))
      return callExample(hub, name, { target: targetOf(name, undefined, { version: '9' }) })
    if ('version' in (exampleOf(name) ?? {})) return send(name, { version: 999 })
    if (exampleOf(name)) return send(name, seen)
    return callExample(hub, name, { target: targetOf(name, undefined, seen) })
  },
  async in_use(name) {
    const setting = 'PATCH /api/vehicles/:id/access'
    await callExample(hub, setting)
    const answer = await callExample(hub, name, {
      target: targetOf(name, name.includes(':uid') ? 'TAG-1' : '1'),
    })
    await callExample(hub, setting, { body: { denied: false, group: null } })
    return answer
  },
  unconfirmed: (name) => send(name, { code: 'CDFG-HJKN', confirmed: false }),
  async agent_offline(name) {
    hub.state.connected = false
    const answer = await callExample(hub, name)
    hub.state.connected = true
    return answer
  },
  async agent_quarantined(name) {
    const device = { address: null, hardware_serial: null, at: '2026-01-01T00:00:00.000Z' }
    const quarantine = JSON.stringify({ known: device, claimant: device })
    await hub.db.updateTable('agents').set({ quarantine }).execute()
    const answer = await callExample(hub, name)
    await hub.db.updateTable('agents').set({ quarantine: null }).execute()
    return answer
  },
  async relay_unconfigured(name) {
    const relays = { driver: 'none', simulated: false, pins: [] }
    const devices = { sensors: [], inputs: [], cleartext: undefined, relays }
    await saveDevices(hub.db, [{ agentId: 1, devices, at: 1 }])
    const answer = await send(name, { id: 'order-2' })
    await hub.db.deleteFrom('agent_devices').execute()
    return answer
  },
  async mail_unconfigured(name) {
    hub.state.hasMailer = false
    const answer = await callExample(hub, name)
    hub.state.hasMailer = true
    return answer
  },
  upgrade_edge: (name) => send(name, { pin: undefined, relay: 'Barrera', id: 'order-3' }),
  invalid_credentials: (name) => send(name, { password: 'no' }),
  async second_factor_required(name) {
    if (name === 'POST /api/auth/login') {
      await requireFactor()
      return await send(name, { code: undefined })
    }
    hub.secondFactorRoles.push('superadmin')
    const answer = await callExample(hub, name)
    hub.secondFactorRoles.pop()
    return answer
  },
  async invalid_second_factor(name) {
    await requireFactor()
    return await send(name, { code: 'no such code' })
  },
  invalid_plate: (name) => send(name, { plate: '!' }),
  invalid_tag: (name) => send(name, { rfid_tag: '!' }),
  async invalid_input(name) {
    const query = operationOf(name).parameters.find((parameter) => parameter.in === 'query')
    if (query) {
      const target = targetOf(name, undefined, { [query.name]: '\u0000' })
      return await callExample(hub, name, { target })
    }
    if (name.includes(':')) return await callExample(hub, name, { target: targetOf(name, '%00') })
    return await callExample(hub, name, { raw: '{' })
  },
  async too_large(name) {
    const { content = {} } = operationOf(name).requestBody ?? {}
    if (content['application/json']) {
      return await send(name, { filling: 'x'.repeat(jsonLimitOf(name)) })
    }
    return await callExample(hub, name, { raw: await photoForm(new Uint8Array(10.5 * 1024 ** 2)) })
  },
  async rate_limited(name) {
    if (name.includes('/tiles/')) {
      hub.state.tilesBusy = true
      const tile = await callExample(hub, name)
      hub.state.tilesBusy = false
      return tile
    }
    if (name === REPORT) {
      hub.state.reportsBusy = true
      const answer = await callExample(hub, name)
      hub.state.reportsBusy = false
      return answer
    }
    if (name === 'POST /api/config/mail-test') {
      hub.state.mailTestsBusy = true
      const answer = await callExample(hub, name)
      hub.state.mailTestsBusy = false
      return answer
    }
    if (name === PAIRING || name.includes('/wall-pairings')) {
      hub.state.wallsBusy = true
      const answer = await callExample(hub, name)
      hub.state.wallsBusy = false
      return answer
    }
    if (name === `${OWN_FACTOR}/confirm`) {
      const answers: Response[] = []
      await deleteSecondFactor(hub.db, 1)
      await callExample(hub, `${OWN_FACTOR}/begin`)
      for (let i = 0; i < 6; i++) answers.push(await callExample(hub, name))
      return answers.at(-1) ?? Response.error()
    }
    if (name === 'PATCH /api/users/:id') {
      // Another one's: the own password has a call of its own.
      const target = targetOf(name, String(await hub.addUser('luz@example.co', 'operator')))
      hub.state.passwordsBusy = true
      const answer = await callExample(hub, name, { target, body: { password: 'red tractor' } })
      hub.state.passwordsBusy = false
      return answer
    }
    if (name === 'POST /api/auth/invites/look') {
      for (let i = 0; i < 20; i++) await callExample(hub, name)
      return await callExample(hub, name)
    }
    hub.state.passwordsBusy = true
    const proof = { currentPassword: 'red tractor' }
    const another = { email: 'eva@example.co', password: 'red tractor', proof }
    const body = { ...exampleOf(name), ...(name.includes('/api/users') && another) }
    // Nobody's own: one's own password is not set there.
    const id = name.includes('/:id') ? await hub.addUser('ivo@example.co', 'operator') : 1
    const options = { target: targetOf(name, String(id)), body }
    for (let i = 0; i < 5; i++) await callExample(hub, name, options)
    const answer = await callExample(hub, name, options)
    hub.state.passwordsBusy = false
    return answer
  },
  misdirected(name) {
    const origin = 'http://stranger.example'
    return callExample(hub, name, { headers: { host: 'stranger.example', origin } })
  },
  async bus_unavailable(name) {
    await hub.db.updateTable('agents').set({ replica: 'elsewhere' }).execute()
    const answer = await send(name, { id: 'order-elsewhere' })
    await hub.db.updateTable('agents').set({ replica: hub.replicas.me }).execute()
    return answer
  },
  internal: nobodyCanAsk,
  database_away: nobodyCanAsk,
  disk_full: nobodyCanAsk,
}

function nobodyCanAsk(): Promise<Response> {
  return Promise.reject(new Error('nobody can ask for it'))
}

const send = (name: string, change: object) =>
  callExample(hub, name, { body: { ...exampleOf(name), ...change } })

/** Gives the superadmin a second factor, once. */
async function requireFactor(): Promise<void> {
  if ((await secondFactorInForce(hub.db, 1)) === undefined) await confirmedCodes()
}

async function photoUrl(): Promise<string> {
  const answer = await callExample(hub, 'POST /api/upload/image')
  return ((await answer.json()) as UploadResponse).url
}
