import { beforeAll, expect } from 'vitest'
import { edges, hub } from './fleet.ts'
import { account, FAULTLESS } from './gate/account.ts'
import { CurrentWatch, currents, releasesOn, untilConnected } from './play/hosts.ts'
import { makeVariant } from './play/releases.ts'
import { playSite } from './play/site.ts'
import { scenario } from './scenario.ts'

/** The product's promise for a build that does not stay up. */
const BACK_WITHIN_S = 120
const machines = [hub, ...edges]
const everywhere = (version: string) =>
  Object.fromEntries(machines.map(({ name }) => [name, version]))
/** The hub goes first, and stays. */
const hubAlone = (version: string, others: string) => ({
  ...everywhere(others),
  [hub.name]: version,
})

let good: string
beforeAll(async () => {
  good = await makeVariant({ build: '0001' })
})

scenario('a good build goes to the hub and then to all edges', async () => {
  const { code, text } = await playSite('update', 'update-good', { release_version: good })
  expect(code, text.slice(-3000)).toBe(0)
  expect(currents()).toEqual(everywhere(good))
  await untilConnected(good)
  for (const machine of machines) expect((await releasesOn(machine)).pending).toBeNull()
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('the same update once more changes nothing', async () => {
  const { code, recap } = await playSite('update', 'update-same', { release_version: good })
  expect(code).toBe(0)
  expect(Object.values(recap).filter(({ changed }) => changed > 0)).toEqual([])
  expect(currents()).toEqual(everywhere(good))
})

/** Updates to a build that does not pass; how long each machine ran it. */
async function updateToBad(version: string, as: string): Promise<Record<string, number>> {
  const watch = new CurrentWatch()
  try {
    const { code } = await playSite('update', as, { release_version: version })
    expect(code).not.toBe(0)
    return watch.secondsOn(version)
  } finally {
    watch.end()
  }
}

scenario('a build whose edge crashes stops at the first edge, which goes back', async () => {
  // It says that it is ready and reads tags for a while.
  const begins = { edge: 'setTimeout(() => process.exit(1), 4000)' }
  const version = await makeVariant({ build: '0002', begins })
  const ran = await updateToBad(version, 'update-crashing')
  expect(Object.keys(ran).toSorted()).toEqual(['gate-1', 'hub-1'])
  expect(ran['gate-1']).toBeLessThanOrEqual(BACK_WITHIN_S)
  expect(currents()).toEqual(hubAlone(version, good))
  await untilConnected(good)
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario(
  'a build whose edge reads and does not sync stops there too, and loses no read',
  async () => {
    const begins = { edge: `process.env.EDGE_HUB_URL = 'https://127.0.0.1:9'` }
    const version = await makeVariant({ build: '0003', begins })
    const ran = await updateToBad(version, 'update-mute')
    expect(Object.keys(ran).toSorted()).toEqual(['gate-1', 'hub-1'])
    expect(currents()).toEqual(hubAlone(version, good))
    await untilConnected(good)
    expect(await account()).toMatchObject(FAULTLESS)
  },
)

scenario('a build whose hub crashes reaches no edge, and the hub goes back', async () => {
  const before = currents()
  const begins = { hub: 'setTimeout(() => process.exit(1), 4000)' }
  const version = await makeVariant({ build: '0004', begins })
  const ran = await updateToBad(version, 'update-crashing-hub')
  expect(Object.keys(ran)).toEqual(['hub-1'])
  expect(ran['hub-1']).toBeLessThanOrEqual(BACK_WITHIN_S)
  expect(currents()).toEqual(before)
  await untilConnected(good)
  expect(await account()).toMatchObject(FAULTLESS)
})
