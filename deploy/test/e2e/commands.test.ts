import {
  type AckEvent,
  COMMAND_TTL_MS,
  type RelayCommand,
  type TelemetryEvent,
} from '@vehicle-control/protocol'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, until } from '../rig/site.ts'

const code = 'porton-1'
const site = new Site()
const acks: AckEvent[] = []
const samples: TelemetryEvent[] = []
let client: HubClient
let socket: Socket
let edge: Child

const setup = {
  readers: [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }],
  relays: { driver: 'simulated', lines: [{ pin: 17, maxOnMs: 1000 }, { pin: 27 }] },
  sensors: [{ type: 'simulated', of: ['temp', 'hum', 'gas'], everyMs: 1000 }],
}

beforeAll(async () => {
  client = await site.startHub()
  socket = io(client.url, { transports: ['websocket'], auth: { token: client.token } })
  socket.on('agent:ack', (ack: AckEvent) => acks.push(ack))
  socket.on('agent:telemetry', (sample: TelemetryEvent) => samples.push(sample))
  await until('the socket', () => socket.connected)
  const EDGE_ENROLL_TOKEN = await client.enrollToken(code)
  edge = site.startEdge(code, setup, { EDGE_ENROLL_TOKEN })
  await edge.line((line) => line.msg === 'connected to the hub')
})
afterAll(async () => {
  socket.close()
  await site.end()
})

const relay = (body: object) => client.post(`/api/agents/${code}/command/relay`, body)
const reasons = (id: string) => acks.filter((ack) => ack.id === id).map((ack) => ack.reason)

it('opens the barrier, says so, and closes it by itself', async () => {
  expect(await relay({ pin: 17, state: 1, duration: 60_000, id: 'open-1' })).toEqual({
    id: 'open-1',
  })
  await until('the results', () => reasons('open-1').length === 2)
  expect(reasons('open-1')).toEqual(['done', 'auto_off'])
  expect(acks.find((ack) => ack.reason === 'auto_off')?.agent).toEqual({ code })
  const { commands } = (await client.get(`/api/agents/${code}/commands`)) as {
    commands: RelayCommand[]
  }
  expect(commands).toMatchObject([
    { id: 'open-1', pin: 17, duration: 60_000, actor: 'admin@demo.local', ok: true },
  ])
})

it('does a command of one id once, however often it is asked for', async () => {
  for (let i = 0; i < 3; i++) await relay({ pin: 27, state: 1, duration: 500, id: 'open-2' })
  await until('the results', () => reasons('open-2').includes('auto_off'))
  expect(reasons('open-2')).toEqual(['done', 'auto_off'])
  await expect(relay({ pin: 17, state: 1, id: 'open-2' })).rejects.toThrow(/409 .*duplicate/)
})

it('does nothing that its caller has given up while the hub stood still', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${client.token}` }
  const ask = (id: string, signal: AbortSignal) => {
    const body = JSON.stringify({ pin: 27, state: 1, duration: 500, id })
    const url = `${client.url}/api/agents/${code}/command/relay`
    return fetch(url, { method: 'POST', headers, body, signal })
  }
  const hub = site.hub.child.process
  hub.kill('SIGSTOP')
  const failed = await ask('given-up', AbortSignal.timeout(1000)).catch(
    (error: Error) => error.name,
  )
  hub.kill('SIGCONT')
  expect(failed).toBe('TimeoutError')
  // The same id is still free for who asks again.
  await until(
    'the agent',
    async () => (await ask('after', AbortSignal.timeout(9000))).status === 202,
  )
  await until('the results', () => reasons('after').includes('auto_off'))
  expect(reasons('given-up')).toEqual([])
  await relay({ pin: 27, state: 1, duration: 500, id: 'given-up' })
  await until('the results', () => reasons('given-up').includes('auto_off'))
})

it('does nothing that waited for over 5 s in a hub that stood still', async () => {
  const hub = site.hub.child.process
  hub.kill('SIGSTOP')
  const late = relay({ pin: 27, state: 1, duration: 500, id: 'waited' })
  const refused = expect(late).rejects.toThrow(/503 .*La orden no se envió/)
  const stoodStill = performance.now()
  await until('its deadline', () => performance.now() - stoodStill > COMMAND_TTL_MS + 1000)
  hub.kill('SIGCONT')
  await refused
  await until('the agent', () =>
    relay({ pin: 27, state: 0, id: 'next' }).then(
      () => true,
      () => false,
    ),
  )
  await until('the result', () => reasons('next').length > 0)
  expect(reasons('waited')).toEqual([])
})

it('shows what the sensors measure', async () => {
  await until('all three', () =>
    ['temp', 'hum', 'gas'].every((type) => samples.some((sample) => sample.type === type)),
  )
  expect(samples[0]?.agent).toEqual({ code })
})

it.each([
  [{ pin: 4, state: 1 }, /400 .*invalid_input/],
  [{ pin: 17, state: 2 }, /400 .*invalid_input/],
  [{ pin: 17, state: 1, duration: -1 }, /400 .*invalid_input/],
  [{ pin: 17, state: 1, id: 'a b' }, /400 .*invalid_input/],
])('refuses %j', async (body, answer) => {
  await expect(relay(body)).rejects.toThrow(answer)
})

it('keeps nothing for an agent that is away', async () => {
  await edge.stop()
  await until('the loss', () =>
    relay({ pin: 17, state: 1 }).then(
      () => false,
      (error: Error) => /409 .*agent_offline/.test(error.message),
    ),
  )
  edge = site.startEdge(code, setup)
  await edge.line((line) => line.msg === 'connected to the hub')
  const before = acks.length
  await relay({ pin: 27, state: 0, id: 'close-1' })
  await until('the result', () => reasons('close-1').length > 0)
  expect(acks.slice(before).map((ack) => ack.id)).toEqual(['close-1'])
})
