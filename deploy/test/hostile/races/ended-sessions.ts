import { io, type Socket } from 'socket.io-client'
import { until } from '../../rig/site.ts'
import type { Target } from '../target.ts'
import type { Race } from './race.ts'

const PATHS = ['/api/auth/me', '/api/vehicles', '/api/rfid/logs', '/api/agents', '/api/alerts']

/** A session that logs out while it asks and listens: nothing of it goes on. */
export async function raceLogout(race: Race): Promise<void> {
  const { target } = race
  const { email, password } = await makeAccount(race)
  const token = await target.logIn({ email, password })
  await endDuring(race, token, async () => {
    const { status } = await target.ask('POST', '/api/auth/logout', { token })
    if (status !== 200) throw new Error(`logout was answered ${status}`)
  })
}

/** So with an account that an administrator disables. */
export async function raceDisabling(race: Race): Promise<void> {
  const { target } = race
  const { id, email, password } = await makeAccount(race)
  const token = await target.logIn({ email, password })
  await endDuring(race, token, async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ disabled: true })
    const options = { token: target.client.token, headers, body }
    const answer = await target.ask('PATCH', `/api/users/${id}`, options)
    if (answer.status !== 200) throw new Error(`not disabled: ${answer.status} ${answer.body}`)
  })
}

async function makeAccount({ target, turn }: Race) {
  const account = { email: `corta-${turn}@planta.co`, password: 'vc-plant-corta-vida-8' }
  const rights = { name: 'Corta', role: 'operator' }
  const made = (await target.client.post('/api/users', { ...account, ...rights })) as { id: number }
  return { ...account, id: made.id }
}

async function endDuring(
  { target, chance, tally }: Race,
  token: string,
  end: () => Promise<void>,
): Promise<void> {
  const socket = await listen(target, token)
  const asked = Array.from({ length: 3 + chance.below(10) }, async () => {
    const { status } = await target.ask('GET', chance.pick(PATHS), { token })
    tally.count(status)
  })
  await end()
  await Promise.all(asked)
  const { status } = await target.ask('GET', chance.pick(PATHS), { token })
  tally.count(status)
  if (status !== 401) tally.fault(`an ended session was answered ${status}`)
  await until('the socket of an ended session to close', () => !socket.connected)
  socket.disconnect()
  const again = io(target.url, { auth: { token }, transports: ['websocket'], reconnection: false })
  const outcome = await new Promise<string>((resolve) => {
    again.once('connect', () => resolve('connected'))
    again.once('connect_error', () => resolve('socket refused'))
  })
  again.disconnect()
  tally.count(outcome)
  if (outcome === 'connected') tally.fault('an ended session opened a socket')
}

async function listen(target: Target, token: string): Promise<Socket> {
  const socket = io(target.url, { auth: { token }, transports: ['websocket'], reconnection: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}
