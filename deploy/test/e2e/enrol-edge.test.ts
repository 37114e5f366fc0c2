import { join } from 'node:path'
import type { AckEvent, Agent, AgentDetailList } from '@vehicle-control/protocol'
import { envFile } from '@vehicle-control/protocol/env-file'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { relaySwitched, startEdgeOfEnvFile } from '../rig/edge-process.ts'
import { Site, until } from '../rig/site.ts'

const site = new Site()
const acks: AckEvent[] = []
let client: HubClient
let socket: Socket
beforeAll(async () => {
  client = await site.startHub()
  socket = io(client.url, { transports: ['websocket'], auth: { token: client.token } })
  socket.on('agent:ack', (ack: AckEvent) => acks.push(ack))
  await until('the socket', () => socket.connected)
})
afterAll(async () => {
  socket.close()
  await site.end()
})

/** The text of an .env as a page makes it, with a token bound to the code. */
async function envOf(code: string, name: string, location: string): Promise<string> {
  return envFile([
    ['EDGE_HUB_URL', client.url],
    ['EDGE_AGENT_CODE', code],
    ['EDGE_ENROLL_TOKEN', await client.enrollToken(code)],
    ['EDGE_AGENT_NAME', name],
    ['EDGE_AGENT_LOCATION', location],
  ])
}

async function start(env: string, folder: string, setup?: null) {
  const edge = await startEdgeOfEnvFile({
    folder: join(site.folder, folder),
    env,
    ...(setup === null && { setup }),
  })
  site.edges.push(edge)
  return edge
}

async function agent(code: string) {
  const { agents } = (await client.get('/api/agents')) as AgentDetailList
  return agents.find((one) => one.code === code)
}

it('an edge that is started from an .env enrols under its name and opens its barrier', async () => {
  const [name, location] = ['L\'Àtic "Ñandú" #2', 'Av. 68 $ 12 – \\ `patio`']
  const edge = await start(await envOf('norte-1', name, location), 'norte-1')
  const told = await until('its status', async () => {
    const found = await agent('norte-1')
    return found?.readers[0]?.state === 'open' && found.outbox !== null && found
  })
  const shown: Partial<Agent> = { name: name.replace("'", '’'), location, connected: true }
  expect(told).toMatchObject({ ...shown, clock: expect.any(String), version: expect.any(String) })
  const body = { pin: 17, state: 1, duration: 300, id: 'open' }
  await client.post('/api/agents/norte-1/command/relay', body)
  await relaySwitched(edge, 17, 'on')
  await relaySwitched(edge, 17, 'off')
  await until('the acks', () => acks.length === 2)
  expect(acks.map((ack) => ack.reason)).toEqual(['done', 'auto_off'])
  expect(await edge.stop()).toBe(0)
})

it('an edge that has nothing but its .env connects, and starts again with the used token', async () => {
  const env = await envOf('sur-1', 'Sur', '')
  const first = await start(env, 'sur-1', null)
  expect(first.lines.find((line) => line.level === 40)?.msg).toContain('EDGE_CONFIG is not set')
  expect(await first.stop()).toBe(0)
  await start(env, 'sur-1', null)
  const told = await until('the status', async () => {
    const found = await agent('sur-1')
    return found?.version && found
  })
  expect(told).toMatchObject({ name: 'Sur', location: null, connected: true, readers: [] })
})
