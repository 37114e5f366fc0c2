import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { edges, hub } from './fleet.ts'
import { account, FAULTLESS } from './gate/account.ts'
import { currents, releasesOn, untilConnected } from './play/hosts.ts'
import { archiveOf, makeVariant } from './play/releases.ts'
import { playSite } from './play/site.ts'
import { scenario } from './scenario.ts'

const machines = [hub, ...edges]

/** No host takes it, and nothing of it stays anywhere. */
async function expectRefused(version: string, as: string): Promise<void> {
  const before = currents()
  const { code, text } = await playSite('update', as, { release_version: version })
  expect(code).not.toBe(0)
  expect(text).toContain('the signature does not fit')
  expect(currents()).toEqual(before)
  for (const machine of machines) {
    expect((await releasesOn(machine)).installed).not.toContain(version)
    const left = readdirSync(join(machine.tree, 'opt/vehicle-control'), { recursive: false })
    expect(left.filter((name) => /unpacking|incoming/.test(String(name)))).toEqual([])
  }
}

scenario('an archive that another key signed is refused', async () => {
  const version = await makeVariant({ build: '0005', strange: true })
  await expectRefused(version, 'update-strange-key')
})

scenario('an archive of which half was copied is refused, and taken when it is whole', async () => {
  const version = await makeVariant({ build: '0006' })
  truncateSync(archiveOf(version), Math.floor(statSync(archiveOf(version)).size / 2))
  await expectRefused(version, 'update-half')
  await makeVariant({ build: '0006' })
  const { code, text } = await playSite('update', 'update-whole', { release_version: version })
  expect(code, text.slice(-3000)).toBe(0)
  await untilConnected(version)
  expect(await account()).toMatchObject(FAULTLESS)
})
