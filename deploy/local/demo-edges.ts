import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AssetHabit,
  DEMO_ASSETS,
  DEMO_VEHICLES,
  REGULAR_UNKNOWN_TAG,
  type VehicleHabit,
} from '@vehicle-control/hub/seed/demo-fleet'
import {
  DEMO_GATES,
  DEMO_READER,
  type DemoGate,
  type DemoGateCode,
} from '@vehicle-control/hub/seed/demo-gates'
import type { Child, ChildOptions } from './child.ts'
import { startEdgeProcess } from './edge-process.ts'
import type { HubClient } from './hub-process.ts'

/** The tags that pass a gate, and how many a minute. */
export interface Traffic {
  tags: string[]
  ratePerMinute: number
}

const tagsOf = (...habits: (VehicleHabit | AssetHabit)[]) =>
  [...DEMO_VEHICLES, ...DEMO_ASSETS]
    .filter((one) => habits.includes(one.habit))
    .map(({ tag }) => tag)

/** Who passes each gate; together about four reads a minute, a busy hour of this site. */
const TRAFFIC: Record<DemoGateCode, Traffic> = {
  'porteria-demo': { tags: DEMO_VEHICLES.map(({ tag }) => tag), ratePerMinute: 1.6 },
  'patio-demo': { tags: tagsOf('freight', 'works', 'hauls', 'shipped'), ratePerMinute: 1 },
  'bodega-demo': { tags: tagsOf('freight', 'hauls', 'shipped', 'patrol'), ratePerMinute: 0.8 },
  'visitantes-demo': {
    tags: [...tagsOf('visits', 'patrol'), REGULAR_UNKNOWN_TAG],
    ratePerMinute: 0.5,
  },
}

/** A gate whose edge is to be started, and the edge's data folder. */
interface GatePlace {
  gate: DemoGate
  dataDir: string
  /** An edge has joined this hub as this gate before. */
  isJoined: boolean
}

/**
 * The gates of the demo that get a simulated edge: the main one, and those that the hub has. A hub with
 * data of its own, or of an older demo, has none of the others. Without a client (null) nobody can ask
 * the hub: then the gates that have enrolled go on. `edgeDataDir` is the main gate's; the others lie beside it.
 */
export async function gatesOf(client: HubClient | null, edgeDataDir: string): Promise<GatePlace[]> {
  const [main, ...others] = DEMO_GATES
  const versions = client === null ? null : await versionsOf(client)
  if (versions?.has(main.code) === false) await client?.post('/api/agents', main)
  const places = DEMO_GATES.map((gate) => {
    const dataDir = gate === main ? edgeDataDir : `${edgeDataDir}-${gate.code}`
    const isJoined = versions === null || (versions.get(gate.code) ?? null) !== null
    return { gate, dataDir, isJoined }
  })
  return places.filter(({ gate, dataDir }) => {
    return !others.includes(gate) || (versions?.has(gate.code) ?? isEnrolled(dataDir))
  })
}

/** The version of each agent's edge at its last hello to this hub, by code; null before the first. */
async function versionsOf(client: HubClient): Promise<Map<string, string | null>> {
  const { agents } = (await client.get('/api/agents')) as {
    agents: { code: string; version: string | null }[]
  }
  return new Map(agents.map(({ code, version }) => [code, version]))
}

const isEnrolled = (dataDir: string) => existsSync(join(dataDir, 'identity.json'))

/**
 * The environment by which a gate's edge enrols at the hub, where it has not yet. An edge that was
 * enrolled at another hub gets a key, which beats the one that it has stored.
 */
export async function enrolment(
  client: HubClient,
  { gate: { code, name, location }, dataDir, isJoined }: GatePlace,
): Promise<NodeJS.ProcessEnv> {
  if (!isEnrolled(dataDir)) return { EDGE_ENROLL_TOKEN: await client.enrollToken(code) }
  return isJoined ? {} : { EDGE_API_KEY: await client.enroll(code, { name, location }) }
}

interface GateEdge extends Pick<GatePlace, 'gate' | 'dataDir'> {
  hubUrl: string
  /** In place of the simulated reader. */
  reader?: object | undefined
  /** Beside relays 17 and 27. */
  furtherRelays?: { lines: object[]; boards: object[] } | undefined
  /** In place of this gate's usual traffic. */
  traffic?: Traffic
  inputs?: object[] | undefined
  env: NodeJS.ProcessEnv
}

/** Starts the edge of a gate: traffic, two relays and sensors, all simulated. */
export function startGate(
  {
    gate: { code, name, location },
    dataDir,
    hubUrl,
    env,
    reader,
    furtherRelays,
    traffic,
    inputs,
  }: GateEdge,
  options: ChildOptions = {},
): Child {
  // Without the day's rhythm: somebody who tries it at night wants to see traffic too.
  const simulated = {
    id: DEMO_READER,
    type: 'simulator',
    ...(traffic ?? TRAFFIC[code]),
    dayRhythm: false,
  }
  const setup = {
    readers: [reader ?? simulated],
    relays: {
      driver: 'simulated',
      ...furtherRelays,
      lines: [{ pin: 17 }, { pin: 27 }, ...(furtherRelays?.lines ?? [])],
    },
    sensors: [{ type: 'simulated', of: ['temp', 'hum', 'gas'] }],
    ...(inputs && { inputs }),
  }
  // The gate is at the site, so its sensors' days are those of the hub's time zone.
  const TZ = process.env['HUB_TIMEZONE'] || 'America/Bogota'
  return startEdgeProcess(
    { dataDir, hubUrl, code, setup },
    { TZ, EDGE_AGENT_NAME: name, EDGE_AGENT_LOCATION: location, ...env },
    options,
  )
}
