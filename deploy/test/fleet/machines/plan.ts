import { join } from 'node:path'
import { root } from '../../../local/child.ts'

/** The first three numbers of the machines' network; the host is .1. */
export const NET = process.env['FLEET_NET'] || '10.77.16'
export const HOST_ADDRESS = `${NET}.1`
/** One bridge a network: two runs side by side have two. An interface's name has 15 letters. */
export const BRIDGE = `vcfleet${NET.split('.').at(-1)}`

/** Kept between runs: it takes two minutes to make, and no run changes it. */
export const BASE = '/var/tmp/vehicle-control-fleet'
/** What the machines of a run write; gone with the run. */
export const TREES = `/var/tmp/vehicle-control-fleet-${NET}`
/** Packages of Debian that machines asked for, for the next run. */
export const PACKAGES = '/var/tmp/vehicle-control-fleet-packages'
/** What a run said and found out; stays. */
export const LOGS = join(root, 'data/fleet')

/** The name by which edges and browsers know the hub. */
export const HUB_NAME = 'hub.fleet.test'
/** Who Ansible logs in as, and becomes root with sudo. */
export const ADMIN = 'installer'

export interface Member {
  /** Its host name, and that in the inventory. */
  name: string
  address: string
}

export const HUB: Member = { name: 'hub-1', address: `${NET}.10` }
/** Joins it on one Postgres, for a while. */
export const SECOND_HUB: Member = { name: 'hub-2', address: `${NET}.20` }
export const EDGES: readonly Member[] = [1, 2, 3].map((n) => ({
  name: `gate-${n}`,
  address: `${NET}.${10 + n}`,
}))
