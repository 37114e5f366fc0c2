import { once } from 'node:events'
import { join } from 'node:path'
import type { AckEvent, AgentDetailList, RelayCommandList } from '@vehicle-control/protocol'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Child, root } from '../../local/child.ts'
import { type EmulatedBoard, startEmulatedBoard } from '../../local/emulated-board.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, until } from '../rig/site.ts'

const CODE = 'porton-1'
const site = new Site()
const acks: AckEvent[] = []
let client: HubClient
let screen: Socket
let board: EmulatedBoard
let setup: { readers: object[]; relays: object }

beforeAll(async () => {
  board = await startEmulatedBoard(['Patio'])
  setup = {
    readers: [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }],
    relays: {
      driver: 'simulated',
      lines: [{ pin: 17 }, { pin: 27 }, { pin: 22, name: 'Salida' }],
      boards: [board.board],
    },
  }
  client = await site.startHub()
  screen = io(client.url, { transports: ['websocket'], auth: { token: client.token } })
  screen.on('agent:ack', (ack: AckEvent) => acks.push(ack))
  await until('the socket', () => screen.connected)
})
afterAll(async () => {
  screen.close()
  await site.end()
  await board.cable.destroy()
})

const order = (body: object) => client.post(`/api/agents/${CODE}/command/relay`, body)
const alerts = async () => {
  const { alerts: all } = (await client.get('/api/alerts')) as {
    alerts: { kind: string; detail: string | null }[]
  }
  return all.filter(({ kind }) => kind.startsWith('relay'))
}
const relays = async () => {
  const { agents } = (await client.get('/api/agents')) as AgentDetailList
  return agents.find(({ code }) => code === CODE)?.relays
}
const named = async () => (await relays())?.named

it('relays that the hub knows by their names alone go on and off by them, and the history names them', async () => {
  const edge = site.startEdge(CODE, setup, { EDGE_ENROLL_TOKEN: await client.enrollToken(CODE) })
  await edge.line((line) => line.msg === 'connected to the hub')
  const known = [{ name: 'Salida', pin: 22 }, { name: 'Patio' }]
  await until('the names', async () => JSON.stringify(await named()) === JSON.stringify(known))
  expect(await relays()).toMatchObject({ pins: [17, 27], error: null })

  await order({ id: 'pin', relay: 'Salida', state: 1, duration: 300 })
  await order({ id: 'board', relay: 'Patio', state: 1, duration: 300 })
  await until('the results', () => acks.length === 4)
  const told = acks.map(({ id, pin, relay, reason, ok }) => `${id} ${pin} ${relay} ${reason} ${ok}`)
  expect(told.toSorted()).toEqual([
    'board -1 Patio auto_off true',
    'board -1 Patio done true',
    'pin -1 Salida auto_off true',
    'pin -1 Salida done true',
  ])
  expect(board.device.moves.filter(({ onMs }) => onMs > 0)).toEqual([{ channel: 1, onMs: 300 }])
  const { commands } = (await client.get(`/api/agents/${CODE}/commands`)) as RelayCommandList
  expect(commands).toMatchObject([
    { id: 'board', relay: 'Patio', reason: 'auto_off', on_ms: 300 },
    { id: 'pin', relay: 'Salida', reason: 'auto_off' },
  ])

  await board.cable.pull()
  await until('the alert', async () => (await alerts()).length === 1)
  expect(await alerts()).toMatchObject([{ kind: 'relay_failed' }])
  await order({ id: 'lost', relay: 'Patio', state: 1 })
  await until('the refusal', () => acks.some(({ id, ok }) => id === 'lost' && !ok))
  await board.cable.plugIn()
  await until('the board', async () => (await alerts()).length === 0)
  await edge.stop()
})

it('an edge that is killed leaves the pulse to its board, which relays-off ends', async () => {
  const edge = site.startEdge(CODE, setup)
  await edge.line((line) => line.msg === 'connected to the hub')
  await until('the board', async () => (await named())?.every(({ error }) => !error) === true)
  await order({ id: 'long', relay: 'Patio', state: 1, duration: 60_000 })
  await until('the relay', () => board.device.isOn(1))
  edge.process.kill('SIGKILL')
  await until('its end', () => edge.process.signalCode !== null)
  expect(board.device.isOn(1)).toBe(true)
  const EDGE_CONFIG = join(site.dataDir(CODE), 'edge.json')
  const off = new Child(join(root, 'edge/dist/relays-off.js'), { EDGE_CONFIG })
  const [code] = (await once(off.process, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(board.device.isOn(1)).toBe(false)
  await edge.stop('SIGKILL')
})
