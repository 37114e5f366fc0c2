import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { edges } from './fleet.ts'
import { account, FAULTLESS } from './gate/account.ts'
import type { Machine } from './machines/machine.ts'
import { askHub, callHub, untilConnected } from './play/hosts.ts'
import { playSite } from './play/site.ts'
import { scenario } from './scenario.ts'

const [gate] = edges as [Machine]
/** Of no machine: its token is used up by hand. */
const STRANGER = 'gate-9'

/** The key that an edge shows to its hub. */
function keyOf({ tree }: Machine): string {
  const file = join(tree, 'var/lib/vehicle-control-edge/identity.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { apiKey: string }).apiKey
}

scenario('keys are rotated while cars pass, and no read is lost', async () => {
  const before = edges.map(keyOf)
  const pids = await Promise.all(edges.map(pidOf))
  const { code, text } = await playSite('rotate-keys', 'rotate-keys')
  expect(code, text.slice(-3000)).toBe(0)
  expect(edges.map(keyOf).filter((key) => before.includes(key))).toEqual([])
  await untilConnected()
  // Reading went on: no edge was started anew.
  expect(await Promise.all(edges.map(pidOf))).toEqual(pids)
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('a token that was used is refused with its reason, and one of the hub helps', async () => {
  const { token } = await askHub<{ token: string }>('agents', 'enroll-token', '--code', STRANGER)
  await callHub('/api/agent/enroll', { token, code: STRANGER })
  const again = { edge_enroll_again: true }
  const args = ['-l', gate.name]
  const used = { ...again, edge_enroll_token: token }
  const refused = await playSite('enroll', 'enroll-used-token', used, args)
  expect(refused.code).not.toBe(0)
  expect(refused.text).toMatch(/could not enrol at .*the hub refuses\s+EDGE_ENROLL_TOKEN/)
  expect(await gate.run('systemctl is-active vehicle-control-edge')).toBe('active')
  const helped = await playSite('enroll', 'enroll-again', again, args)
  expect(helped.code, helped.text.slice(-3000)).toBe(0)
  await untilConnected()
  expect(await account()).toMatchObject(FAULTLESS)
})

const pidOf = (edge: Machine) =>
  edge.run('systemctl show vehicle-control-edge --property MainPID --value')
