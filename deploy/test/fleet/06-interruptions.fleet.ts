import { expect } from 'vitest'
import { edges, hub } from './fleet.ts'
import { account, FAULTLESS } from './gate/account.ts'
import type { Machine } from './machines/machine.ts'
import { until } from './machines/shell.ts'
import {
  askHub,
  currentOn,
  currents,
  isOnTrial,
  type ListedAgent,
  releasesOn,
  untilConnected,
} from './play/hosts.ts'
import { makeVariant } from './play/releases.ts'
import { playSite, startPlay } from './play/site.ts'
import { scenario } from './scenario.ts'

const [gate] = edges as [Machine]
const machines = [hub, ...edges]
const everywhere = (version: string) =>
  Object.fromEntries(machines.map(({ name }) => [name, version]))
/** Shorter than it ships, which nothing here depends on. */
const HOLD_S = 90
const quick = (version: string) => ({
  release_version: version,
  edge_update_hold_s: HOLD_S,
  edge_update_gate_s: 20,
})

async function sees({ name }: Machine, version: string): Promise<boolean> {
  const agents = await askHub<ListedAgent[]>('agents', 'list').catch(() => [])
  return agents.some((agent) => agent.code === name && agent.version === version && agent.connected)
}

async function expectSettledOn(version: string): Promise<void> {
  expect(currents()).toEqual(everywhere(version))
  for (const machine of machines) expect((await releasesOn(machine)).pending).toBeNull()
  await untilConnected(version)
  expect(await account()).toMatchObject(FAULTLESS)
}

scenario('a host whose play was killed goes back by itself, and the play runs again', async () => {
  const version = await makeVariant({ build: '0007' })
  const before = currentOn(gate)
  const play = startPlay('update', 'update-killed', quick(version))
  await until('the first edge to be on trial', () => isOnTrial(gate), { forMs: 300_000 })
  await play.kill()
  await until('the host to settle', () => !isOnTrial(gate), { forMs: (HOLD_S + 120) * 1000 })
  expect(currentOn(gate)).toBe(before)
  expect(await account()).toMatchObject(FAULTLESS)
  const again = await playSite('update', 'update-after-kill', quick(version))
  expect(again.code, again.text.slice(-3000)).toBe(0)
  await expectSettledOn(version)
})

scenario('two plays at once do the update once', async () => {
  const version = await makeVariant({ build: '0008' })
  const plays = ['update-one', 'update-other'].map((as) => startPlay('update', as, quick(version)))
  for (const played of await Promise.all(plays.map((play) => play.ended()))) {
    expect(played.code, played.text.slice(-3000)).toBe(0)
  }
  await expectSettledOn(version)
})

scenario('a host that reboots during its update is watched once more', async () => {
  const version = await makeVariant({ build: '0009' })
  const play = startPlay('update', 'update-reboot', quick(version))
  await until('the hub to see the first edge in its new version', () => sees(gate, version), {
    forMs: 300_000,
  })
  expect(isOnTrial(gate)).toBe(true)
  await gate.reboot()
  const { code, text } = await play.ended()
  expect(code, text.slice(-3000)).toBe(0)
  await expectSettledOn(version)
})
