import { spawnSync } from 'node:child_process'
import { createServer } from 'node:https'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { KEY, NOT_YET_VALID, VALID } from '@vehicle-control/edge/testing/dated-certificates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Child, root } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, until } from '../rig/site.ts'

const site = new Site()
const children: Child[] = []
let client: HubClient
beforeAll(async () => {
  client = await site.startHub()
})
afterAll(async () => {
  await Promise.all(children.map((child) => child.stop('SIGKILL')))
  await site.end()
})

/** Runs a function of the scripts that lie on a card, on the text that an edge wrote. */
function ask(call: string, text: string): string {
  const script = `. ${join(root, 'deploy/image/card/cause.sh')}; ${call}`
  return spawnSync('sh', ['-c', script], { input: text, encoding: 'utf8' }).stdout.trim()
}

/** Resolves when the installer of such an edge would read this. */
async function expectCause(cause: string, hubUrl: string, env: NodeJS.ProcessEnv): Promise<void> {
  const code = `gate-${children.length}`
  const given = { EDGE_HUB_URL: hubUrl, EDGE_AGENT_CODE: code, ...env }
  const dataDir = join(site.folder, code)
  const edge = new Child(join(root, 'edge/dist/main.js'), { EDGE_DATA_DIR: dataDir, ...given })
  children.push(edge)
  const log = () => edge.lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await until(cause, () => ask('cause', log()) === cause)
}

it('a token that is wrong, absent, and right', async () => {
  const { url } = site.hub
  await expectCause('token-refused', url, { EDGE_ENROLL_TOKEN: 'abcdef-not-this' })
  await expectCause('key-refused', url, { EDGE_API_KEY: 'vc_not_this' })
  await expectCause('no-token', url, {})
  const token = await client.enrollToken(`gate-${children.length}`)
  await expectCause('enrolled', url, { EDGE_ENROLL_TOKEN: token })
})

it('a card whose device an admin has yet to approve, and has', async () => {
  const code = `gate-${children.length}`
  const token = await client.enrollToken(code, { approval: true })
  await expectCause('awaiting-approval', site.hub.url, { EDGE_ENROLL_TOKEN: token })
  const edge = children.at(-1)
  const log = () => edge?.lines.map((line) => `${JSON.stringify(line)}\n`).join('') ?? ''
  const [, fingerprint = ''] = /^huella ([0-9a-f-]{19})$/.exec(ask('fingerprint', log())) ?? []
  await client.post(`/api/agents/${code}/enroll-request`, { fingerprint, approve: true })
  await until('the connection', () => ask('cause', log()) === 'enrolled')
})

it('a hub that is not there, in every way', async () => {
  const env = { EDGE_ENROLL_TOKEN: 'abcdef-123456' }
  await expectCause('no-name', 'http://hub.invalid', env)
  await expectCause('no-hub', 'http://127.0.0.1:9', env)
  for (const { cert, cause } of [
    { cert: VALID, cause: 'certificate' },
    { cert: NOT_YET_VALID, cause: 'no-time' },
  ]) {
    const server = createServer({ key: KEY, cert }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const trusted = join(site.folder, 'root.pem')
    writeFileSync(trusted, cert)
    const trust = cause === 'no-time' ? { NODE_EXTRA_CA_CERTS: trusted } : {}
    await expectCause(cause, `https://127.0.0.1:${port}`, { ...env, ...trust })
    server.close()
  }
})

it('a configuration that ends the edge is told in its own words', async () => {
  const edge = new Child(join(root, 'edge/dist/main.js'), { EDGE_HUB_URL: 'ftp://hub' })
  children.push(edge)
  await until('the end', () => edge.hasEnded && edge.stderr !== '')
  expect(edge.process.exitCode).toBe(78)
  expect(ask('config_fault', `{"msg":"x"}\n${edge.stderr}`)).toMatch(/^EDGE_HUB_URL debe comenzar/)
})
