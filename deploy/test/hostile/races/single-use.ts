import { TOTP } from 'otpauth'
import { askJson } from '../ask.ts'
import { until } from '../../rig/site.ts'
import type { Race } from './race.ts'

/** One enrolment token in the hands of many devices gives one key. */
export async function raceEnrolment({ target, chance, tally, turn }: Race): Promise<void> {
  const isBound = chance.percent(50)
  const bound = `carrera-${turn}`
  const { token } = (await target.client.post('/api/agents/enroll-token', {
    ttl: 600,
    ...(isBound && { code: bound }),
  })) as { token: string }
  const answers = await Promise.all(
    Array.from({ length: 3 + chance.below(6) }, (_, i) => {
      const code = isBound ? bound : `${bound}-${i}`
      return askJson(target.url, 'POST', '/api/agent/enroll', { json: { token, code } })
    }),
  )
  for (const { status } of answers) tally.count(status)
  const keys = answers.filter(({ status }) => status === 201).length
  if (keys !== 1) tally.fault(`one enrolment token gave ${keys} keys`)
}

/** One reset token in many hands sets one password. */
export async function raceReset({ target, chance, tally, turn }: Race): Promise<void> {
  const email = `carrera-${turn}@planta.co`
  const account = { email, name: 'Carrera', role: 'operator', password: 'vc-plant-antes-41' }
  await target.client.post('/api/users', account)
  const token = await resetToken(target, email)
  const words = Array.from({ length: 3 + chance.below(5) }, (_, i) => `vc-plant-nueva-${turn}-${i}`)
  const answers = await Promise.all(
    words.map((newPassword) => {
      const json = { token, newPassword }
      const from = target.freshAddress()
      return askJson(target.url, 'POST', '/api/auth/reset-password', { json, from })
    }),
  )
  for (const { status } of answers) tally.count(status)
  const set = words.filter((_, i) => answers[i]?.status === 200)
  // The hub checks two passwords at a time, and says so to those who would wait too long.
  const isBusy = answers.some(({ status }) => status === 429)
  if (set.length > 1 || (set.length === 0 && !isBusy))
    tally.fault(`one reset token set ${set.length} passwords`)
}

/** One code of a second factor in many hands opens one session. */
export async function raceCode({ target, chance, tally, turn }: Race): Promise<void> {
  const account = { email: `codigo-${turn}@planta.co`, password: 'vc-plant-codigo-52' }
  const rights = { name: 'Código', role: 'operator' }
  await target.client.post('/api/users', { ...account, ...rights })
  const token = await target.logIn(account)
  const send = async (path: string, json: object) => {
    const full = `/api/auth/second-factor/${path}`
    const answer = await askJson(target.url, 'POST', full, { json, token })
    if (answer.status !== 200) throw new Error(`${full}: ${JSON.stringify(answer)}`)
    return answer.body
  }
  const { password: currentPassword } = account
  const { secret } = (await send('begin', { currentPassword })) as { secret: string }
  const confirmed = await send('confirm', { code: new TOTP({ secret }).generate() })
  const code = chance.pick((confirmed as { recovery_codes: string[] }).recovery_codes)
  const answers = await Promise.all(
    Array.from({ length: 3 + chance.below(4) }, () => {
      const from = target.freshAddress()
      const json = { ...account, code }
      return askJson(target.url, 'POST', '/api/auth/login', { json, from })
    }),
  )
  for (const { status } of answers) tally.count(status)
  const opened = answers.filter(({ status }) => status === 200).length
  const isBusy = answers.some(({ status }) => status === 429)
  if (opened > 1 || (opened === 0 && !isBusy)) tally.fault(`one code opened ${opened} sessions`)
}

/** One code of a wall in the hands of many admins makes one screen, and its browser gets one session. */
export async function raceWall({ target, chance, tally, turn }: Race): Promise<void> {
  const account = { email: `muro-${turn}@planta.co`, password: 'vc-plant-muro-63' }
  await target.client.post('/api/users', { ...account, name: 'Muro', role: 'admin' })
  const token = await target.logIn(account)
  const asAdmin = (method: string, path: string, json: object = {}) =>
    askJson(target.url, method, path, { json, token })
  const from = target.freshAddress()
  const asWall = (path: string, json: object) =>
    askJson(target.url, 'POST', `/api/wall-pairings${path}`, { json, from })

  const { code, secret } = (await asWall('', {})).body as { code: string; secret: string }
  const walls = await Promise.all(
    Array.from({ length: 2 + chance.below(3) }, async (_, i) => {
      const wall = { name: `Muro ${turn}-${i}`, screens: ['dashboard'], every_s: 60 }
      return (await target.client.post('/api/walls', wall)) as { id: number }
    }),
  )
  const answers = await Promise.all(
    walls.map(({ id }) => asAdmin('POST', `/api/walls/${id}/pairing`, { code })),
  )
  const claims = await Promise.all(walls.map(() => asWall('/claim', { secret })))
  for (const { status } of [...answers, ...claims]) tally.count(status)
  const paired = answers.filter(({ status }) => status === 200).length
  const opened = claims.filter(({ body }) => (body as { token?: string }).token).length
  if (paired !== 1) tally.fault(`one code of a wall was taken ${paired} times`)
  if (opened !== 1) tally.fault(`one secret of a wall opened ${opened} sessions`)
  for (const { id } of walls) await asAdmin('DELETE', `/api/walls/${id}`)
}

/** Asks for a token, and reads it where the hub prints it. */
async function resetToken(target: Race['target'], email: string): Promise<string> {
  const from = target.freshAddress()
  await until(`a reset of ${email} to be taken`, async () => {
    const answer = await askJson(target.url, 'POST', '/api/auth/request-reset', {
      json: { email },
      from,
    })
    return answer.status === 200
  })
  return await until(`the token of ${email} on the console`, () =>
    target.printed
      .find((line) => line.includes(` ${email},`))
      ?.split(': ')
      .at(-1)
      ?.trim(),
  )
}
