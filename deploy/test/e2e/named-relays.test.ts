import { newEpoch } from '@vehicle-control/edge/outbox/file/outbox-file'
import type { AckEvent, AgentDetailList, Hello, RelayCommandList } from '@vehicle-control/protocol'
import * as old from '@vehicle-control/protocol/testing/before-names'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import type { HubClient } from '../../local/hub-process.ts'
import { openAgent } from '../rig/agent-socket.ts'
import { statusOf } from '../rig/live-agent.ts'
import { Site, until } from '../rig/site.ts'

const site = new Site()
const acks: AckEvent[] = []
let client: HubClient
let screen: Socket

beforeAll(async () => {
  client = await site.startHub()
  screen = io(client.url, { transports: ['websocket'], auth: { token: client.token } })
  screen.on('agent:ack', (ack: AckEvent) => acks.push(ack))
  await until('the socket', () => screen.connected)
})
afterAll(async () => {
  screen.close()
  await site.end()
})

const relay = (code: string, body: object) => client.post(`/api/agents/${code}/command/relay`, body)
const commandsOf = async (code: string) =>
  ((await client.get(`/api/agents/${code}/commands`)) as RelayCommandList).commands
const isConnected = async (code: string) => {
  const { agents } = (await client.get('/api/agents')) as AgentDetailList
  return agents.some((agent) => agent.code === code && agent.connected)
}

it('a relay of an edge goes on and off by its name, and the list says which pin it has', async () => {
  const code = 'porton-1'
  const lines = [{ pin: 17 }, { pin: 27, name: 'Salida' }]
  const setup = {
    readers: [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }],
    relays: { driver: 'simulated', lines },
  }
  const edge = site.startEdge(code, setup, { EDGE_ENROLL_TOKEN: await client.enrollToken(code) })
  await edge.line((line) => line.msg === 'connected to the hub')
  const named = await until('the names', async () => {
    const { agents } = (await client.get('/api/agents')) as AgentDetailList
    return agents.find((agent) => agent.code === code)?.relays?.named
  })
  expect(named).toEqual([{ name: 'Salida', pin: 27 }])
  const order = { id: 'open-1', relay: 'Salida', state: 1, duration: 500 }
  for (let i = 0; i < 2; i++) expect(await relay(code, order)).toMatchObject({ id: 'open-1' })
  await until('the results', () => acks.length === 2)
  expect(acks).toMatchObject([
    { id: 'open-1', pin: 27, relay: 'Salida', reason: 'done' },
    { id: 'open-1', pin: 27, relay: 'Salida', reason: 'auto_off' },
  ])
  expect(await commandsOf(code)).toMatchObject([
    { id: 'open-1', pin: 27, relay: 'Salida', reason: 'auto_off' },
  ])
  await expect(relay(code, { relay: 'Otra', state: 1 })).rejects.toThrow(/409 .*relay_unconfigured/)
  // Going off is always sent: the edge itself says that no relay has this name.
  await relay(code, { id: 'close-1', relay: 'Otra', state: 0 })
  await until('the result', () => acks.length === 3)
  expect(acks[2]).toMatchObject({ id: 'close-1', pin: -1, relay: 'Otra', reason: 'failed' })
  await expect(relay(code, { relay: 'Salida', pin: 17, state: 1 })).rejects.toThrow(/400 .*relay/)
  await edge.stop()
})

it('an edge gets a command by name while its own hello accepts it, and never an older one', async () => {
  const code = 'porton-2'
  const key = await client.enroll(code)
  const heard: { type: string; id?: string }[] = []
  const connect = async (more?: Pick<Hello, 'accepts'>): Promise<WebSocket> => {
    const socket = await openAgent(client.url, key, code, newEpoch(), more)
    heard.length = 0
    socket.on('message', (frame: Buffer) => {
      const said: unknown = JSON.parse(frame.toString())
      // As the older edge does: it ends a link over which it is sent what it does not know.
      if (more === undefined && !old.HubFrame.safeParse(said).success) socket.close()
      heard.push(said as { type: string })
    })
    await until('the agent', () => isConnected(code))
    return socket
  }
  const refused = (id: string) =>
    expect(relay(code, { id, relay: 'Salida', state: 1 })).rejects.toThrow(
      /409 .*upgrade_edge.*porton-2.*actualízalo/,
    )
  const hears = (type: string, id: string) =>
    until(id, () => heard.some((frame) => frame.type === type && frame.id === id))

  const older = await connect()
  await refused('a')
  await relay(code, { id: 'by-pin', pin: 17, state: 0 })
  await hears('command', 'by-pin')
  expect(older.readyState).toBe(older.OPEN)

  const upgraded = await connect({ accepts: ['named_relay'] })
  await relay(code, { id: 'b', relay: 'Salida', state: 1 })
  await hears('named_command', 'b')
  expect(JSON.stringify(heard)).not.toContain('"pin"')
  upgraded.close()

  const downgraded = await connect()
  await refused('c')
  await relay(code, { id: 'by-pin-2', pin: 17, state: 0 })
  await hears('command', 'by-pin-2')
  // Neither what was refused before, nor what the upgraded edge has left unanswered.
  expect(heard.filter(({ type }) => type !== 'pong').map(({ id }) => id)).toEqual(['by-pin-2'])
  expect(downgraded.readyState).toBe(downgraded.OPEN)
  const asked = (await commandsOf(code)).map(({ id }) => id)
  expect(asked.toSorted()).toEqual(['b', 'by-pin', 'by-pin-2'])
  downgraded.close()
})

it('a status of a newer edge is stored but for what is unknown here, and none is a dead letter', async () => {
  const code = 'porton-3'
  const epoch = newEpoch()
  const socket = await openAgent(client.url, await client.enroll(code), code, epoch)
  const acked = new Promise<string>((resolve) => {
    socket.on('message', (frame: Buffer) => resolve(frame.toString()))
  })
  const { kind, data } = statusOf({})
  const input = { pin: 13, rule: 'report', active: true }
  const inputs = [
    { ...input, id: 'lazo', sense: 'loop' },
    { ...input, id: 'otra', pin: 19, sense: 'later' },
  ]
  const relays = {
    driver: 'simulated',
    simulated: true,
    pins: [17],
    named: [7, { name: 'Salida' }],
  }
  const at = { seq: 1, kind, at: Date.now(), age: 0, clock: 'synced' }
  const entries = [{ ...at, data: { ...data, inputs, relays, later: { loops: 2 } } }]
  const hello = { type: 'later', mono: 1 }
  for (const frame of [hello, { type: 'batch', epoch, prev: 0, mono: 1, entries }]) {
    socket.send(JSON.stringify(frame))
  }
  expect(JSON.parse(await acked)).toEqual({ type: 'ack', epoch, watermark: 1 })
  const { agents } = (await client.get('/api/agents')) as AgentDetailList
  expect(agents.find((agent) => agent.code === code)).toMatchObject({
    inputs: [
      { id: 'otra', pin: 19, rule: 'report', active: true },
      { id: 'lazo', sense: 'loop' },
    ],
    relays: { pins: [17], named: [{ name: 'Salida' }] },
  })
  expect(JSON.stringify(agents)).not.toContain('later')
  expect(await client.get('/api/dead-letters')).toMatchObject({ total: 0 })
  socket.close()
})
