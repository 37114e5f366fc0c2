import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { edges, hub } from './fleet.ts'
import { account, FAULTLESS, storedReads } from './gate/account.ts'
import { exec, until } from './machines/shell.ts'
import { askHub, callHub, currents, untilConnected } from './play/hosts.ts'
import { PLAYBOOKS } from './play/playbook.ts'
import { firstVersion, makeRelease } from './play/releases.ts'
import { ADMIN_EMAIL, playSite, siteSecrets, writeSite } from './play/site.ts'
import { scenario } from './scenario.ts'

const machines = [hub, ...edges]
const everywhere = (version: string) =>
  Object.fromEntries(machines.map(({ name }) => [name, version]))
const changes = (recap: Record<string, { changed: number }>) =>
  Object.fromEntries(Object.entries(recap).map(([host, { changed }]) => [host, changed]))
const NONE = Object.fromEntries(machines.map(({ name }) => [name, 0]))

beforeAll(async () => {
  await makeRelease()
  await writeSite()
})

scenario('ansible-lint finds nothing in the playbooks', async () => {
  const lint = `cd ${PLAYBOOKS} && ansible-lint --offline --nocolor`
  const { code, output } = await exec('sh', ['-c', lint])
  expect(code, output).toBe(0)
})

scenario('a dry run on fresh hosts ends well and changes nothing', async () => {
  const { code, text } = await playSite('site', 'site-dry-fresh', {}, ['--check'])
  expect(code, text.slice(-3000)).toBe(0)
  for (const { tree } of machines) expect(existsSync(join(tree, 'opt/vehicle-control'))).toBe(false)
})

scenario('site.yml installs the hub and three edges from nothing', async () => {
  const { code, text } = await playSite('site', 'site')
  expect(code, text.slice(-3000)).toBe(0)
  expect(currents()).toEqual(everywhere(firstVersion()))
  const agents = await untilConnected(firstVersion())
  expect(agents.map(({ readers }) => readers)).toEqual(
    edges.map(() => [{ id: 'gate', state: 'open' }]),
  )
})

scenario('what it installed is closed to others, and open to who has the password', async () => {
  for (const { tree } of edges) {
    const mode = (file: string) => statSync(join(tree, file)).mode & 0o777
    expect(mode('etc/vehicle-control/edge.env')).toBe(0o600)
    expect(mode('etc/vehicle-control/edge.json')).toBe(0o640)
    expect(mode('var/lib/vehicle-control-edge/identity.json')).toBe(0o600)
  }
  expect(await gateEnvironments()).not.toContain('EDGE_ENROLL_TOKEN=')
  const login = { email: ADMIN_EMAIL, password: siteSecrets().adminPassword }
  expect(await callHub('/api/auth/login', login)).toContain('token')
  expect(JSON.parse(await callHub('/healthz'))).toMatchObject({ version: firstVersion() })
  expect(await askHub('users', 'list')).toMatchObject([{ email: ADMIN_EMAIL }])
})

scenario('reads flow from the serial ports to the rows of the hub', async () => {
  const haveSome = async () => [...(await storedReads()).values()].every((r) => r.length > 50)
  await until('reads of every gate', haveSome)
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('a second run changes nothing', async () => {
  const { code, recap, text } = await playSite('site', 'site-again')
  expect(code, text.slice(-3000)).toBe(0)
  expect(changes(recap)).toEqual(NONE)
})

scenario('a dry run finds nothing to change either', async () => {
  const { code, recap, text } = await playSite('site', 'site-dry', {}, ['--check'])
  expect(code, text.slice(-3000)).toBe(0)
  expect(changes(recap)).toEqual(NONE)
})

async function gateEnvironments(): Promise<string> {
  const texts = edges.map((edge) => edge.run('cat /etc/vehicle-control/edge.env'))
  return (await Promise.all(texts)).join('\n')
}
