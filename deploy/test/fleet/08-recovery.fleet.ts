import { expect } from 'vitest'
import { edges, hub } from './fleet.ts'
import { account, FAULTLESS, storedReads } from './gate/account.ts'
import type { Machine } from './machines/machine.ts'
import { until } from './machines/shell.ts'
import { untilConnected } from './play/hosts.ts'
import { playSite } from './play/site.ts'
import { scenario } from './scenario.ts'

const [, gate] = edges as [Machine, Machine]

const countStored = async () =>
  [...(await storedReads()).values()].reduce((sum, { length }) => sum + length, 0)

scenario('a hub that is restored from a backup gets everything since from its edges', async () => {
  await hub.run('systemctl start vehicle-control-hub-backup.service')
  const then = await countStored()
  await until('reads after the backup', async () => (await countStored()) > then + 500)
  const { code, text } = await playSite('restore', 'restore', { restore_backup: 'latest' })
  expect(code, text.slice(-3000)).toBe(0)
  await untilConnected()
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('every machine comes back from a reboot by itself', async () => {
  for (const machine of [hub, ...edges]) {
    await machine.reboot()
    await untilConnected()
  }
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('an edge and the hub come back when their plugs are pulled', async () => {
  for (const machine of [gate, hub]) {
    await machine.kill()
    await machine.start()
    await untilConnected()
  }
  expect(await account()).toMatchObject(FAULTLESS)
})
