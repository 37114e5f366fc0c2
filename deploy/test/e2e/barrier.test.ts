import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentContactsList, AlertList } from '@vehicle-control/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BARRIER_INPUTS } from '../../local/demo-barrier.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, until } from '../rig/site.ts'

const CODE = 'porton-1'
const [, OPEN, CLOSED] = BARRIER_INPUTS.map(({ pin }) => pin)

const site = new Site()
let client: HubClient
beforeAll(async () => {
  client = await site.startHub()
})
afterAll(() => site.end())

/** Has exactly these simulated inputs of the edge active. */
function show(...active: (number | undefined)[]): void {
  const folder = join(site.dataDir(CODE), 'simulated-inputs')
  mkdirSync(folder, { recursive: true })
  for (const { pin } of BARRIER_INPUTS) {
    const file = join(folder, String(pin))
    if (active.includes(pin)) writeFileSync(file, '')
    else rmSync(file, { force: true })
  }
}

function startEdge(env: NodeJS.ProcessEnv) {
  const inputs = BARRIER_INPUTS.map((input) =>
    input.sense === 'barrier_open' ? { ...input, leftOpenAfterMs: 1000 } : input,
  )
  const relays = { driver: 'simulated', lines: [{ pin: 17 }] }
  const readers = [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }]
  return site.startEdge(CODE, { readers, relays, inputs }, env)
}

const isBarrier = async (position: string, leftOpen: boolean) => {
  const { agents } = (await client.get('/api/agents/contacts')) as AgentContactsList
  const [barrier] = agents.find(({ code }) => code === CODE)?.barriers ?? []
  return barrier?.position === position && barrier.leftOpen === leftOpen
}
const alerts = async () => {
  const { alerts: all } = (await client.get('/api/alerts')) as AlertList
  return all.map(({ kind }) => kind)
}

it('a barrier that is left open is an alert from its edge to the bell, until it closes', async () => {
  show(CLOSED)
  const edge = startEdge({ EDGE_ENROLL_TOKEN: await client.enrollToken(CODE) })
  await until('a closed barrier', () => isBarrier('closed', false))
  expect(await alerts()).not.toContain('barrier_left_open')
  show(OPEN)
  await until('an open barrier', () => isBarrier('open', true))
  expect(await alerts()).toContain('barrier_left_open')

  // While it is away nobody knows; it closes meanwhile.
  await edge.stop('SIGKILL')
  await until('an agent that is away', async () => {
    return !(await alerts()).includes('barrier_left_open')
  })
  show(CLOSED)
  startEdge({})
  await until('the closed barrier', () => isBarrier('closed', false))
  expect(await alerts()).not.toContain('barrier_left_open')
})
