import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { edges, hub } from '../fleet.ts'
import type { Machine } from '../machines/machine.ts'
import { HUB, HUB_NAME } from '../machines/plan.ts'
import { sh, until } from '../machines/shell.ts'
import { INVENTORY } from './inventory.ts'

const ROOT = 'opt/vehicle-control'

/** What `vehicle-control-release status` says. */
export interface ReleaseStatus {
  current: string | null
  previous: string | null
  pending: { version: string } | null
  installed: string[]
}

/** An agent as `agents list` tells it. */
export interface ListedAgent {
  code: string
  version: string | null
  connected: boolean
  unacked: number | null
  readers: { id: string; state: string }[]
}

export async function releasesOn(machine: Machine): Promise<ReleaseStatus> {
  return JSON.parse(await machine.run('vehicle-control-release status')) as ReleaseStatus
}

/** The release in use, as the disk says, whether the machine is up or not; null before the first. */
export function currentOn({ tree }: Machine): string | null {
  try {
    return readlinkSync(join(tree, ROOT, 'current')).replace('releases/', '')
  } catch {
    // None is installed.
    return null
  }
}

/** The release in use on every machine, by its name. */
export const currents = () =>
  Object.fromEntries([hub, ...edges].map((one) => [one.name, currentOn(one)]))

/** Whether a release is on trial there. */
export const isOnTrial = ({ tree }: Machine) => existsSync(join(tree, ROOT, 'pending'))

/** What the hub's own command line answers. */
export async function askHub<T>(...args: string[]): Promise<T> {
  return JSON.parse(await hub.run(`vehicle-control-hub ${args.join(' ')} 2>/dev/null`)) as T
}

/** Waits until the hub sees every edge connected, of a version if given; what it sees. */
export function untilConnected(version?: string): Promise<ListedAgent[]> {
  return until('the hub to see all edges', async () => {
    const agents = await askHub<ListedAgent[]>('agents', 'list').catch(() => [])
    const isFine = (agent: ListedAgent) =>
      agent.connected && (version === undefined || agent.version === version)
    const fine = agents.filter(
      (agent) => edges.some(({ name }) => name === agent.code) && isFine(agent),
    )
    return fine.length === edges.length && fine
  })
}

/** What the hub answers over TLS to one who trusts the site's own authority alone. */
export function callHub(
  path: string,
  body?: object,
  headers: readonly string[] = [],
): Promise<string> {
  const authority = `${INVENTORY}/files/hub-root.crt`
  const sent = body === undefined ? '' : `--json '${JSON.stringify(body)}'`
  const more = headers.map((header) => `-H '${header}'`).join(' ')
  return sh(`curl --silent --show-error --fail-with-body --cacert ${authority} ${sent} ${more} \
    --resolve ${HUB_NAME}:443:${HUB.address} https://${HUB_NAME}${path}`)
}

/** Notes which release each machine uses, twice a second, until `end`. */
export class CurrentWatch {
  readonly #seen = new Map<string, { version: string | null; from: number; to: number }[]>()
  readonly #timer = setInterval(() => this.#look(), 500)

  #look(): void {
    const now = performance.now()
    for (const [name, version] of Object.entries(currents())) {
      const seen = this.#seen.get(name) ?? []
      const last = seen.at(-1)
      if (last?.version === version) last.to = now
      else seen.push({ version, from: now, to: now })
      this.#seen.set(name, seen)
    }
  }

  /** For how many seconds it was in use on each machine that has used it. */
  secondsOn(version: string): Record<string, number> {
    const rows = [...this.#seen].flatMap(([name, seen]) => {
      const times = seen.filter((one) => one.version === version)
      const ms = times.reduce((sum, { from, to }) => sum + to - from, 0)
      return times.length === 0 ? [] : [[name, Math.round(ms / 1000)] as const]
    })
    return Object.fromEntries(rows)
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
