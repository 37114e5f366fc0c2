import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ADMIN, EDGES, HUB, type Member, TREES } from '../machines/plan.ts'
import { SSH_KEY } from '../machines/provision.ts'

export const INVENTORY = join(TREES, 'inventory')

/** Variables of groups and hosts, by their names, and which hubs there are: one, unless it says. */
export interface Site {
  hubs?: readonly Member[]
  groups?: Record<string, object>
  hosts?: Record<string, object>
}

const addresses = (members: readonly Member[]) => ({
  hosts: Object.fromEntries(members.map(({ name, address }) => [name, { ansible_host: address }])),
})

/** Writes the inventory of the fleet; JSON is YAML. */
export function writeInventory({ hubs = [HUB], groups = {}, hosts = {} }: Site = {}): void {
  write('hosts.yml', { all: { children: { hub: addresses(hubs), edges: addresses(EDGES) } } })
  const login = { ansible_user: ADMIN, ansible_ssh_private_key_file: SSH_KEY }
  write('group_vars/all/login.yml', { ...login, ansible_python_interpreter: '/usr/bin/python3' })
  for (const [group, variables] of Object.entries(groups)) {
    write(`group_vars/${group}/fleet.yml`, variables)
  }
  for (const [host, variables] of Object.entries(hosts)) {
    write(`host_vars/${host}/fleet.yml`, variables)
  }
}

function write(path: string, content: object): void {
  const file = join(INVENTORY, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
