import { ErrorBody } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoginRateLimit } from '../../auth/login/login-rate-limit.ts'
import { createScrypt, limitPasswords } from '../../auth/passwords/passwords.ts'
import { hashToken } from '../../auth/tokens.ts'
import { putPasswordReset } from '../../store/auth/password-resets.ts'
import { deleteSecondFactor } from '../../store/auth/second-factors.ts'
import { inTransaction } from '../../store/transaction.ts'
import { createTestHub, type TestHub, testPassword } from '../../testing/test-hub.ts'
import { beginFactor, confirmFactor, setUpFactor } from '../../testing/second-factor.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000
const path = '/api/auth/second-factor'

let hub: TestHub
let now: number
/** What the login's rate limit was told. */
let tries: string[]
let logged: string[]
let whileChecking: (() => Promise<unknown>) | null
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1)
  whileChecking = null
  const scrypt = createScrypt({ ln: 4, r: 8, p: 1 })
  const passwords = limitPasswords({
    ...scrypt,
    async verify(password, phc) {
      const right = await scrypt.verify(password, phc)
      const then = whileChecking
      whileChecking = null
      await then?.()
      return right
    },
  })
  tries = []
  logged = []
  hub = await createTestHub({
    passwords,
    loginRateLimit: notingRateLimit(),
    log: notingLog(),
    now: () => now,
  })
})
afterEach(() => hub.close())

const logIn = (code?: string, password = testPassword) =>
  hub.call('POST', '/api/auth/login', {
    body: { email: 'admin@test.co', password, ...(code !== undefined && { code }) },
  })
/** One that makes nobody wait: it counts in true seconds, and these tests in their own. */
function notingRateLimit(): LoginRateLimit {
  return {
    waitS: async () => 0,
    slowed: async () => ({ holdMs: 0 }),
    tried: async () => void tries.push('tried'),
    succeeded: async () => void tries.push('succeeded'),
    takenBack: async () => void tries.push('takenBack'),
  }
}

const notingLog = () =>
  pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })

const errorOf = async (answer: Response) => ErrorBody.parse(await answer.json())
const actions = async () =>
  (await hub.db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(
    (row) => row.action,
  )

test('asks for a code after the right password alone, and takes each code once', async () => {
  const { code } = await setUpFactor(hub, await hub.tokenOf('admin'), now)
  now += STEP_MS
  expect(await errorOf(await logIn(code(now), 'wrong'))).toMatchObject({
    error: 'invalid_credentials',
  })
  const asked = await logIn()
  expect(asked.status).toBe(401)
  expect(await errorOf(asked)).toEqual({
    error: 'second_factor_required',
    message: 'Escribe el código de tu aplicación de verificación',
  })
  const spaced = code(now).replace(/(...)/, '$1 ')
  const opened = await logIn(spaced)
  expect(opened.status).toBe(200)
  expect(await opened.json()).toMatchObject({ user: { second_factor: 'on' } })
  // Used, one before the used, and too far ahead.
  for (const bad of [
    code(now),
    code(now - STEP_MS),
    code(now + 2 * STEP_MS),
    '000000',
    'abc-def',
  ]) {
    const answer = await logIn(bad)
    expect(answer.status).toBe(401)
    expect(await errorOf(answer)).toEqual({
      error: 'invalid_second_factor',
      message: 'El código no es correcto o ya se usó; espera el siguiente',
    })
  }
  expect((await logIn(code(now + STEP_MS))).status).toBe(200)
})

test('ends the other sessions when it is put in force, and writes down what was done', async () => {
  const token = await hub.tokenOf('admin')
  const { token: other } = (await (await logIn()).json()) as { token: string }
  const revoked: number[][] = []
  hub.bus.on('sessionsRevoked', (ids) => revoked.push(ids))
  const factor = await setUpFactor(hub, token, now)
  expect((await hub.call('GET', '/api/auth/me', { token: other })).status).toBe(401)
  expect(await (await hub.call('GET', path, { token })).json()).toEqual({
    enabled: true,
    required: false,
    recovery_codes_left: 10,
  })
  expect(revoked).toEqual([[2]])
  expect(await actions()).toEqual(['login', 'user.2fa_on'])
  const stored = JSON.stringify([
    await hub.db.selectFrom('second_factors').selectAll().execute(),
    await hub.db.selectFrom('recovery_codes').selectAll().execute(),
  ])
  for (const secret of factor.recoveryCodes) expect(stored).not.toContain(secret)
})

test('takes a recovery code once, however it is typed', async () => {
  const { recoveryCodes } = await setUpFactor(hub, await hub.tokenOf('admin'), now)
  const [first = '', second = ''] = recoveryCodes
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(first).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect((await logIn(` ${first.toLowerCase().replaceAll('-', ' ')}`)).status).toBe(200)
  expect((await errorOf(await logIn(first))).error).toBe('invalid_second_factor')
  const misread = second.replaceAll('-', '–').replaceAll('0', 'o').replaceAll('1', 'l')
  expect((await logIn(misread)).status).toBe(200)
  const used = await hub.db.selectFrom('audit_log').select('detail').execute()
  expect(used.map((row) => row.detail)).toContain('{"second_factor":"recovery"}')
})

test('lets one of many in who show one code at the same time', async () => {
  const { code, recoveryCodes } = await setUpFactor(hub, await hub.tokenOf('admin'), now)
  now += STEP_MS
  for (const one of [code(now), recoveryCodes[0]]) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(one)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  }
})

test('puts one offer in force, once, and none that is old or replaced', async () => {
  await hub.addUser('admin@test.co', 'admin')
  const { token } = (await (await logIn()).json()) as { token: string }
  const replaced = await beginFactor(hub, token)
  const old = await beginFactor(hub, token)
  expect((await confirmFactor(hub, token, replaced(now))).status).toBe(400)
  now += 15 * MINUTE_MS
  const late = await confirmFactor(hub, token, old(now))
  expect(await errorOf(late)).toMatchObject({ message: expect.stringContaining('venció') })

  const code = await beginFactor(hub, token)
  const twice = await Promise.all([1, 2].map(() => confirmFactor(hub, token, code(now))))
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const body = { currentPassword: testPassword }
  expect((await hub.call('POST', `${path}/begin`, { token, body })).status).toBe(409)
  expect((await logIn()).status).toBe(401)
})

test('names no recovery codes to who has none yet, when first codes are wrong', async () => {
  await hub.addUser('admin@test.co', 'admin')
  const { token } = (await (await logIn()).json()) as { token: string }
  await beginFactor(hub, token)
  for (let i = 0; i < 5; i++) {
    expect((await confirmFactor(hub, token, '000000')).status).toBe(400)
  }
  expect(await errorOf(await confirmFactor(hub, token, '000000'))).toEqual({
    error: 'rate_limited',
    message:
      'Demasiados códigos incorrectos; espera 60 s y revisa que el teléfono tenga la hora correcta',
  })
})

test('needs the password for every change, and the code where there is one', async () => {
  const token = await hub.tokenOf('admin')
  const post = (call: string, body: object) => hub.call('POST', `${path}/${call}`, { token, body })
  const wrong = await post('begin', { currentPassword: 'wrong' })
  expect(await errorOf(wrong)).toMatchObject({ issues: [{ path: 'currentPassword' }] })
  const none = await post('remove', { currentPassword: testPassword, code: '123456' })
  expect(await errorOf(none)).toMatchObject({ message: expect.stringContaining('No tienes') })

  const { code, recoveryCodes } = await setUpFactor(hub, token, now)
  for (const call of ['remove', 'recovery-codes']) {
    const noPassword = await post(call, { currentPassword: 'wrong', code: code(now + STEP_MS) })
    expect(await errorOf(noPassword)).toMatchObject({ issues: [{ path: 'currentPassword' }] })
    // The one by which it was confirmed.
    const used = await post(call, { currentPassword: testPassword, code: code(now) })
    expect(used.status).toBe(400)
    expect(await errorOf(used)).toMatchObject({ issues: [{ path: 'code' }] })
  }
  now += STEP_MS
  const renewed = await post('recovery-codes', { currentPassword: testPassword, code: code(now) })
  expect(renewed.status).toBe(200)
  const [fresh = ''] = ((await renewed.json()) as { recovery_codes: string[] }).recovery_codes
  expect((await logIn(recoveryCodes[0])).status).toBe(401)
  const removed = await post('remove', { currentPassword: testPassword, code: fresh })
  expect(removed.status).toBe(200)
  expect((await logIn()).status).toBe(200)
  expect(await hub.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect(await actions()).toEqual(['user.2fa_on', 'user.2fa_codes', 'user.2fa_off', 'login'])
})

test('makes wrong codes wait, not the right password, and lets a recovery code in meanwhile', async () => {
  const { code, recoveryCodes } = await setUpFactor(hub, await hub.tokenOf('admin'), now)
  now += STEP_MS
  for (let i = 0; i < 5; i++) expect((await logIn('000000')).status).toBe(401)
  tries.length = 0
  const answer = await logIn(code(now))
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(await errorOf(answer)).toEqual({
    error: 'rate_limited',
    message: 'Demasiados códigos incorrectos; espera 60 s o usa un código de recuperación',
  })
  expect((await logIn()).status).toBe(401)
  expect((await logIn(recoveryCodes[0])).status).toBe(200)
  now += MINUTE_MS
  expect((await logIn(code(now))).status).toBe(200)
  expect(tries).toEqual(['tried', 'tried', 'takenBack', 'tried', 'succeeded', 'tried', 'succeeded'])
})

test('lets nobody in by a secret that the hub cannot open, and says so', async () => {
  const { code, recoveryCodes } = await setUpFactor(hub, await hub.tokenOf('admin'), now)
  now += STEP_MS
  await hub.db.updateTable('second_factors').set({ secret: 'v1.sealedbyanotherhub' }).execute()
  const answer = await logIn(code(now))
  expect(answer.status).toBe(401)
  expect(await errorOf(answer)).toEqual({
    error: 'invalid_second_factor',
    message:
      'La verificación de esta cuenta no se puede comprobar; pide al administrador que la restablezca',
  })
  expect(logged.join()).toContain('users 2fa-reset')
  expect((await logIn(recoveryCodes[0])).status).toBe(200)
})

test('opens no session by a reset token where a login would ask for a code', async () => {
  const { code } = await setUpFactor(hub, await hub.tokenOf('admin'), now)
  const tokenHash = hashToken('reset-token')
  await putPasswordReset(hub.db, { userId: 1, tokenHash, now, expiresAt: now + MINUTE_MS })
  const body = { token: 'reset-token', newPassword: 'green tractor' }
  const answer = await hub.call('POST', '/api/auth/reset-password', { body })
  expect(await answer.json()).toEqual({ ok: true })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(
    await hub.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute(),
  ).toEqual([])
  now += STEP_MS
  expect((await logIn(undefined, 'green tractor')).status).toBe(401)
  expect((await logIn(code(now), 'green tractor')).status).toBe(200)
})

test('goes by what is true when the password has been checked', async () => {
  const token = await hub.tokenOf('admin')
  whileChecking = async () => {
    whileChecking = null
    await setUpFactor(hub, token, now)
  }
  expect((await errorOf(await logIn())).error).toBe('second_factor_required')
  whileChecking = () => inTransaction(hub.db, (trx) => deleteSecondFactor(trx, 1))
  expect((await logIn('000000')).status).toBe(200)
})

test('keeps an account to its own affairs until it has the factor that its role needs', async () => {
  await hub.close()
  hub = await createTestHub({ now: () => now, secondFactorRoles: ['admin', 'operator'] })
  const token = await hub.tokenOf('admin')
  const get = async (path: string, who = token) =>
    (await hub.call('GET', path, { token: who })).status
  expect(await (await logIn()).json()).toMatchObject({ user: { second_factor: 'required' } })
  const refused = await hub.call('GET', '/api/vehicles', { token })
  expect(refused.status).toBe(403)
  expect(await errorOf(refused)).toEqual({
    error: 'second_factor_required',
    message: 'Tu rol exige un segundo factor; actívalo para continuar',
  })
  expect(await get('/api/auth/me')).toBe(200)
  const { code } = await setUpFactor(hub, token, now)
  expect(await get('/api/vehicles')).toBe(200)
  now += STEP_MS
  const body = { currentPassword: testPassword, code: code(now) }
  expect((await hub.call('POST', `${path}/remove`, { token, body })).status).toBe(403)
  // Neither a wall screen nor a role that is not named.
  expect(await get('/api/vehicles', await hub.tokenOf('operator', true))).toBe(200)
  expect(await get('/api/vehicles', await hub.tokenOf('superadmin'))).toBe(200)
})
