import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBase } from './machines/base.ts'
import { Machine } from './machines/machine.ts'
import { endNetwork, startNetwork } from './machines/network.ts'
import { EDGES, HUB, LOGS, SECOND_HUB, TREES } from './machines/plan.ts'
import { makeSshKey, provision, putGate } from './machines/provision.ts'

const RUN_FILE = join(TREES, 'run.json')

interface Run {
  logs: string
  /** A name that no other run has, of hexadecimal digits. */
  id: string
}

export const hub = new Machine(HUB)
export const edges = EDGES.map((member) => new Machine(member))
const machines = [hub, ...edges]
/** No machine until `bootSecondHub`. */
export const secondHub = new Machine(SECOND_HUB)

/** What this run has of its own. Once `bootFleet` has begun. */
export function thisRun(): Run {
  return JSON.parse(readFileSync(RUN_FILE, 'utf8')) as Run
}

/** The tags of a gate begin so, and no other's do. */
export function tagsOf({ name }: { name: string }): string {
  return `E2${thisRun().id}${name.split('-').at(-1)?.padStart(2, '0')}`
}

/** A hub and its edges as fresh machines that are up; FLEET_KEEP: those of the last run, if any. */
export async function bootFleet(): Promise<void> {
  if (process.env['FLEET_KEEP'] && existsSync(RUN_FILE) && (await hub.boot()) !== null) return
  await endFleet()
  await makeBase()
  const at = new Date().toISOString().replaceAll(':', '').slice(0, 17)
  const logs = join(LOGS, at)
  mkdirSync(logs, { recursive: true })
  mkdirSync(TREES, { recursive: true })
  const id = (Date.now() % 0x1000000).toString(16).padStart(6, '0').toUpperCase()
  writeFileSync(RUN_FILE, JSON.stringify({ logs, id } satisfies Run))
  await startNetwork(logs)
  await makeSshKey()
  for (const machine of machines) {
    await machine.create()
    await provision(machine)
  }
  for (const edge of edges) await putGate(edge, tagsOf(edge))
  await Promise.all(machines.map((machine) => machine.start()))
}

/** One more fresh machine, unless it is up. */
export async function bootSecondHub(): Promise<void> {
  if ((await secondHub.boot()) !== null) return
  await secondHub.remove()
  await secondHub.create()
  await provision(secondHub)
  await secondHub.start()
}

/** Takes everything away but the logs, of this run or of one that was killed. */
export async function endFleet(): Promise<void> {
  for (const machine of [...machines, secondHub]) await machine.remove()
  await endNetwork()
  rmSync(TREES, { recursive: true, force: true })
}
