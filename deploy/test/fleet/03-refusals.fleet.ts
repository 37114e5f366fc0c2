import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { edges } from './fleet.ts'
import { account, FAULTLESS } from './gate/account.ts'
import type { Machine } from './machines/machine.ts'
import { sh } from './machines/shell.ts'
import { playSite } from './play/site.ts'
import { scenario } from './scenario.ts'

const [gate] = edges as [Machine]
const file = (path: string) => join(gate.tree, path)

/** Plays site.yml on one gate, which must refuse it with a sentence, and change nothing. */
async function expectRefused(as: string, sentence: RegExp, variables = {}): Promise<void> {
  const { code, text, recap } = await playSite('site', as, variables, ['-l', gate.name])
  expect(code).not.toBe(0)
  expect(text).toMatch(sentence)
  expect(recap[gate.name]).toMatchObject({ changed: 0, failed: 1 })
}

scenario('a host with an older Debian is refused', async () => {
  copyFileSync(file('usr/lib/os-release'), file('usr/lib/os-release.kept'))
  await sh(`sed -i 's/VERSION_ID="12"/VERSION_ID="11"/' ${file('usr/lib/os-release')}`)
  try {
    await expectRefused('refused-debian', /runs debian 11\. The edge needs Debian/)
  } finally {
    await sh(`mv ${file('usr/lib/os-release.kept')} ${file('usr/lib/os-release')}`)
  }
})

scenario('a host without room on its disk is refused', async () => {
  const variables = { edge_disk_free_mib: 100_000_000 }
  await expectRefused('refused-disk', /MiB free under \/var\/lib/, variables)
})

scenario('a host without the time is refused', async () => {
  // A day behind, as a board without a clock is after a night without power.
  const date = '#!/bin/sh\nexec /usr/bin/date --date="1 day ago" "$@"\n'
  writeFileSync(file('usr/local/bin/date'), date, { mode: 0o755 })
  try {
    await expectRefused('refused-clock', /clock of gate-1 is \d+ s\s+behind/)
  } finally {
    rmSync(file('usr/local/bin/date'))
  }
})

scenario('a configuration that the edge would refuse leaves it running with its own', async () => {
  const readers = [{ id: 'gate', type: 'nonsense' }]
  const variables = { edge_config: { readers } }
  await expectRefused('refused-config', /goes on with the configuration that it has/, variables)
  expect(await gate.run('systemctl is-active vehicle-control-edge')).toBe('active')
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('an address at which no hub answers leaves a gate at its own', async () => {
  const variables = { edge_hub_url: 'https://nobody.invalid' }
  await expectRefused('refused-address', /does not reach a hub at\s+edge_hub_url/, variables)
  expect(await gate.run('systemctl is-active vehicle-control-edge')).toBe('active')
})
