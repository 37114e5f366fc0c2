import { execute } from '@vehicle-control/hub/testing/postgres-server'
import { TOTP } from 'otpauth'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEdgeProcess } from '../../local/edge-process.ts'
import { SIMULATED_GATE } from '../rig/edge-process.ts'
import { until } from '../rig/site.ts'
import { CHIEF, PlantedHub } from './planted-hub.ts'
import { RawWebSocket } from './raw-web-socket.ts'

/** The one line that is there for a person to read, beside the log: see DESIGN.md, section 8. */
const CONSOLE_TOKEN = /^Token para restablecer la contraseña de /
/** Who is nobody, each time another one: a try is put off by those before it. */
let nobodies = 0
const nobody = () => `nadie-${nobodies++}@planta.co`

const hub = new PlantedHub()
const { plants, heard } = hub
let token = ''
let key = ''

beforeAll(async () => {
  await hub.start()
  token = await logIn()
})
afterAll(() => hub.end())

async function logIn(): Promise<string> {
  const { body } = await hub.send('POST', '/api/auth/login', {
    email: CHIEF,
    password: hub.password,
  })
  const opened = String(body['token'])
  plants.know('a session token', opened)
  return opened
}

/** Nothing that was said up to now has any of the secrets in it. */
function expectSilence(): void {
  expect(plants.foundIn(heard.except(CONSOLE_TOKEN))).toEqual([])
}

it('says what it does at the level of trace', () => {
  expect(heard.said).toContain('first superadmin created')
  expect(heard.said).toContain('"msg":"listening"')
  expectSilence()
})

it('keeps passwords to itself, wherever they are typed', async () => {
  const typed = plants.plant('a password typed in vain')
  const path = '/api/auth/login'
  for (const json of [
    { email: CHIEF, password: typed },
    { email: typed, password: 'x' },
    { email: `${typed}@planta.co`, password: typed, code: typed },
    { email: { typed }, password: [typed] },
    { [typed]: typed },
  ]) {
    expect((await hub.send('POST', path, json)).status).toBeGreaterThanOrEqual(400)
  }
  const headers = { 'content-type': 'application/json' }
  for (const body of [`{"email":"${typed}","password":"${typed}`, `"${typed}"`, typed.repeat(9000)])
    await hub.ask('POST', path, { headers, body })
  const changed = { currentPassword: typed, newPassword: typed }
  await hub.send('POST', '/api/auth/change-password', changed, token)
  const account = { email: 'eva@planta.co', name: 'Eva', role: 'operator', password: typed }
  expect((await hub.send('POST', '/api/users', account, token)).status).toBe(201)
  await hub.send('POST', '/api/users', account, token)
  await hub.send('POST', '/api/users', { ...account, role: typed, email: typed }, token)
  await hub.ask('GET', `/api/users?password=${typed}&sort=${typed}`, { token })
  await hub.ask('GET', `/api/photos/${typed}`, { token })
  expectSilence()
})

it('keeps what stands in an Authorization header and a cookie', async () => {
  const typed = plants.plant('a header')
  for (const authorization of [
    `Bearer ${typed} ${typed}`,
    `Bearer ${typed}`,
    `Basic ${Buffer.from(`ana:${typed}`).toString('base64')}`,
    typed,
    `Bearer ${token}${typed}`,
  ]) {
    const answer = await hub.ask('GET', '/api/auth/me', { headers: { authorization } })
    expect(answer.status).toBe(401)
    await RawWebSocket.refused(hub.url, { authorization }, '/api/agent/sync')
    await hub.ask('GET', '/metrics', { headers: { authorization } })
  }
  const cookie = `vc_session=${typed}; __Host-vc_session=${typed}`
  await hub.ask('GET', '/api/vehicles/export/csv', { headers: { cookie } })
  await hub.ask('GET', '/api/vehicles/export/csv', { headers: { cookie: `vc_session=${token}` } })
  await hub.ask('GET', `/socket.io/?EIO=4&transport=polling&token=${typed}`)
  for (const one of [typed, token]) {
    const socket = io(hub.url, {
      auth: { token: one },
      transports: ['websocket'],
      reconnection: false,
    })
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve)
      socket.once('connect_error', () => resolve())
    })
    socket.disconnect()
  }
  expectSilence()
})

it('keeps reset tokens, mailed or refused by the mail server', async () => {
  const email = 'eva@planta.co'
  await hub.send('POST', '/api/auth/request-reset', { email })
  const { text } = await hub.smtp.next()
  const reset = /[\w-]{43}/.exec(text)?.[0] ?? ''
  plants.know('a mailed reset token', reset)
  const newPassword = plants.plant('a password after a reset')
  const path = '/api/auth/reset-password'
  await hub.send('POST', path, { token: `${reset}x`, newPassword })
  await hub.send('POST', path, { token: newPassword, newPassword: reset })
  expect((await hub.send('POST', path, { token: reset, newPassword })).status).toBe(200)
  await hub.send('POST', path, { token: reset, newPassword })
  hub.smtp.refuse('mailbox on fire')
  await hub.send('POST', '/api/auth/request-reset', { email })
  await until('the refusal of the mail', () => heard.said.includes('could not be sent'))
  hub.smtp.refuse(null)
  expectSilence()
})

it('keeps the secret of a second factor, its codes and the recovery codes', async () => {
  const account = { email: 'doble@planta.co', name: 'Doble', role: 'admin' }
  const password = plants.plant('the password of who has a second factor')
  await hub.send('POST', '/api/users', { ...account, password }, token)
  const login = { email: account.email, password }
  const { body: opened } = await hub.send('POST', '/api/auth/login', login)
  const own = String(opened['token'])
  plants.know('a session before a second factor', own)
  const path = '/api/auth/second-factor'
  const currentPassword = password
  const { body: offer } = await hub.send('POST', `${path}/begin`, { currentPassword }, own)
  const secret = String(offer['secret'])
  plants.know('the secret of a second factor', secret)
  const totp = new TOTP({ secret })
  const code = totp.generate()
  plants.know('a code', code)
  await hub.send('POST', `${path}/confirm`, { code: secret.slice(0, 30) }, own)
  const { status, body } = await hub.send('POST', `${path}/confirm`, { code }, own)
  expect(status).toBe(200)
  const recovery = body['recovery_codes'] as string[]
  for (const one of recovery) plants.know('a recovery code', one)
  await hub.send('POST', '/api/auth/login', login)
  for (const tried of [code, `${recovery[0]}x`, secret.slice(0, 30)])
    await hub.send('POST', '/api/auth/login', { ...login, code: tried })
  const again = await hub.send('POST', '/api/auth/login', { ...login, code: recovery[1] })
  expect(again.status).toBe(200)
  plants.know('a session after a second factor', String(again.body['token']))
  expectSilence()
})

it('keeps the code of a wall’s browser, its secret and its session', async () => {
  const { body: shown } = await hub.send('POST', '/api/wall-pairings', {})
  const [code, secret] = [String(shown['code']), String(shown['secret'])]
  plants.know('the code of a wall', code)
  plants.know('the code of a wall without its hyphen', code.replace('-', ''))
  plants.know('the secret of a wall', secret)
  const wall = { name: 'Patio', screens: ['dashboard'], every_s: 60 }
  const { body: made } = await hub.send('POST', '/api/walls', wall, token)
  const pairing = `/api/walls/${String(made['id'])}/pairing`
  await hub.send('POST', pairing, { code: secret.slice(0, 30) }, token)
  await hub.send('POST', '/api/wall-pairings/claim', { secret: code })
  expect((await hub.send('POST', pairing, { code }, token)).status).toBe(200)
  await hub.send('POST', pairing, { code, replace: true }, token)
  const { body: claimed } = await hub.send('POST', '/api/wall-pairings/claim', { secret })
  plants.know('a session of a wall', String(claimed['token']))
  expectSilence()
})

it('keeps enrolment tokens and agent keys, and so does an edge that enrols', async () => {
  const bind = async (code: string) => {
    const { body } = await hub.send('POST', '/api/agents/enroll-token', { ttl: 600, code }, token)
    const made = String(body['token'])
    plants.know(`the enrolment token of ${code}`, made)
    return made
  }
  const enrolment = await bind('porton-1')
  const tried = { token: enrolment, code: 'otro' }
  expect((await hub.send('POST', '/api/agent/enroll', tried)).status).toBe(403)
  const taken = await hub.send('POST', '/api/agent/enroll', { token: enrolment, code: 'porton-1' })
  key = String(taken.body['apiKey'])
  plants.know('an agent key', key)
  await hub.send('POST', '/api/agent/enroll', { token: enrolment, code: 'porton-1' })
  const device = await RawWebSocket.open(hub.url, { authorization: `Bearer ${key}` })
  device.sendText(JSON.stringify({ type: 'hello', agent: 'porton-1', join: key, protocol: key }))
  await until('the end of a bad hello', () => device.isOver)
  const rotated = await hub.send('POST', '/api/agents/porton-1/rotate-key', { revoke: true }, token)
  plants.know('a rotated key', String(rotated.body['apiKey']))
  await RawWebSocket.refused(hub.url, { authorization: `Bearer ${key}` }, '/api/agent/sync')

  const edge = startEdgeProcess(
    { dataDir: `${hub.folder}/edge`, hubUrl: hub.url, code: 'porton-2', setup: SIMULATED_GATE },
    { EDGE_ENROLL_TOKEN: await bind('porton-2'), LOG_LEVEL: 'trace' },
  )
  heard.listenTo(edge)
  await edge.line((line) => line.msg === 'connected to the hub')
  await edge.stop()
  expectSilence()
})

it('keeps the key of a tile server that refuses and breaks off', async () => {
  for (const tile of ['0/0/0', '1/1/1', '2/2/2'])
    await hub.ask('GET', `/api/tiles/${tile}`, { token })
  expectSilence()
})

it.each([
  'users',
  'sessions',
  'enroll_tokens',
  'agent_keys',
  'password_resets',
  'user_invites',
  'wall_pairings',
])('keeps all of them when the table %s is gone and it answers 500', async (table) => {
  await execute(hub.postgres.url, `alter table ${table} rename to gone`)
  const before = heard.said.length
  const newPassword = plants.plant(`a password of a 500 with ${table}`)
  const sent = plants.plant(`a token of a 500 with ${table}`)
  const login = { email: nobody(), password: newPassword }
  const statuses = [
    (await hub.send('POST', '/api/auth/login', login)).status,
    (await hub.send('POST', '/api/auth/request-reset', { email: CHIEF })).status,
    (await hub.send('POST', '/api/auth/reset-password', { token: sent, newPassword })).status,
    (await hub.send('POST', '/api/auth/invites/accept', { token: sent, password: newPassword }))
      .status,
    (await hub.send('POST', '/api/wall-pairings/claim', { secret: sent })).status,
    (await hub.send('POST', '/api/agent/enroll', { token: sent, code: 'x' })).status,
    (await hub.ask('GET', '/api/auth/me', { token })).status,
    (await RawWebSocket.refused(hub.url, { authorization: `Bearer ${key}` }, '/api/agent/sync'))
      .status,
  ]
  await execute(hub.postgres.url, `alter table gone rename to ${table}`)
  expect(statuses.some((status) => status >= 500)).toBe(true)
  expect(heard.said.slice(before)).toMatch(/"level":50/)
  expectSilence()
})

it('keeps all of them while the database is away', async () => {
  await hub.postgres.kill()
  const password = plants.plant('a password while the database is away')
  const { status } = await hub.send('POST', '/api/auth/login', { email: nobody(), password })
  expect(status).toBe(503)
  await hub.ask('GET', '/api/auth/me', { token })
  await RawWebSocket.refused(hub.url, { authorization: `Bearer ${key}` }, '/api/agent/sync')
  await hub.postgres.start()
  await until('the database to be back', async () => {
    return (await hub.ask('GET', '/api/auth/me', { token })).status === 200
  })
  expectSilence()
})

it('prints a reset token only where no mailer is set, and there in no line of the log', async () => {
  await hub.stopHub()
  await hub.startHub({ HUB_SMTP_URL: '' })
  await hub.send('POST', '/api/auth/request-reset', { email: CHIEF })
  const printed = await until('the token on the console', () =>
    heard.said.split('\n').find((line) => CONSOLE_TOKEN.test(line) && line.includes(` ${CHIEF},`)),
  )
  plants.know('a printed reset token', printed.split(': ').at(-1) ?? '')
  expect(plants.foundIn(heard.said)).toContainEqual(expect.stringMatching(/^a printed reset/))
  expectSilence()
})

it.each([
  ['HUB_ADMIN_PASSWORD', (secret: string) => secret.repeat(20)],
  ['HUB_AUDIT_KEY', (secret: string) => secret.slice(0, 20)],
  ['HUB_METRICS_TOKEN', (secret: string) => `${secret} `.repeat(2)],
  ['DATABASE_URL', (secret: string) => `mysql://hub:${secret}@127.0.0.1/hub`],
  ['DATABASE_URL', (secret: string) => `postgres://hub:${secret}@127.0.0.1:1/hub`],
  ['HUB_BUS_URL', (secret: string) => `amqp://hub:${secret}@127.0.0.1`],
  ['HUB_SMTP_URL', (secret: string) => `smtp://hub:${secret}@127.0.0.1?from=x&key=${secret}`],
  ['HUB_TILES_UPSTREAM', (secret: string) => `https://hub:${secret}@tiles.example/{z}/{x}/{y}`],
  ['HUB_TILES_UPSTREAM', (secret: string) => `https://tiles.example/{z}/{x}?key=${secret}`],
] as const)('ends over a bad %s without a word of it', async (name, valueOf) => {
  await hub.stopHub()
  const value = valueOf(plants.plant(`a bad ${name}`))
  expect(await hub.startInVain({ [name]: value })).not.toBe(0)
  expectSilence()
})

it('would find one: the address of the first account is in the log', () => {
  const seen = new PlantedHub().plants
  seen.know('an address that is no secret', CHIEF)
  expect(seen.foundIn(heard.said)).toHaveLength(1)
})
