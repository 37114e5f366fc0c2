import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child, root } from '../../local/child.ts'
import type { EdgeSetup } from '../../local/edge-process.ts'

/** A gate without hardware: its reader reads next to nothing, its relays write to the log. */
export const SIMULATED_GATE: EdgeSetup = {
  readers: [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }],
  relays: { driver: 'simulated', lines: [{ pin: 17 }, { pin: 27 }] },
  sensors: [{ type: 'simulated', of: ['temp', 'hum', 'gas'], everyMs: 1000 }],
}

export interface EnvFileEdge {
  /** Of its data; made if absent. */
  folder: string
  /** The text of its .env. */
  env: string
  /** What EDGE_CONFIG holds; null: the variable is not set. */
  setup?: EdgeSetup | null
}

/**
 * Starts an edge as a technician does with a copied .env, `node --env-file=agent.env`, and resolves
 * when it is connected to its hub. Rejects when it ends before, with what it said. The caller stops
 * it.
 */
export async function startEdgeOfEnvFile({
  folder,
  env,
  setup = SIMULATED_GATE,
}: EnvFileEdge): Promise<Child> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'agent.env')
  writeFileSync(file, env)
  const device: NodeJS.ProcessEnv = { EDGE_DATA_DIR: join(folder, 'data') }
  if (setup !== null) {
    device['EDGE_CONFIG'] = join(folder, 'edge.json')
    writeFileSync(device['EDGE_CONFIG'], JSON.stringify(setup))
  }
  const edge = new Child(join(root, 'edge/dist/main.js'), device, {
    nodeArgs: [`--env-file=${file}`],
  })
  try {
    await edge.line((line) => line.msg === 'connected to the hub')
  } catch (error) {
    await edge.stop('SIGKILL')
    throw error
  }
  return edge
}

/** Resolves once a simulated relay of the edge was switched on, or off. */
export async function relaySwitched(edge: Child, pin: 17 | 27, state: 'on' | 'off'): Promise<void> {
  await edge.line((line) => line.msg === `relay ${state}` && line['pin'] === pin)
}
