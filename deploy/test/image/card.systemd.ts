import { execFileSync, spawnSync } from 'node:child_process'
import type { AlertList } from '@vehicle-control/protocol'
import { envFile } from '@vehicle-control/protocol/env-file'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { Site, until } from '../rig/site.ts'
import { freshCard, type Imager, prepareCard, Signer } from './fresh-card.ts'
import { PiMachine } from './pi-machine.ts'
import { wholeRelease } from './whole-release.ts'

const UNITS = ['vehicle-control-first-boot', 'vehicle-control-card-watch']

const site = new Site()
let client: HubClient
let signer: Signer
let archive = ''
beforeAll(async () => {
  signer = new Signer(join(site.folder, 'keys'))
  archive = wholeRelease(join(site.folder, 'release'), '0.1.0-abc1234', signer)
  client = await site.startHub()
})
afterAll(() => site.end())

interface AgentRow {
  code: string
  connected: boolean
  version?: string
}
/** Commands inside block this process, and the hub ends an idle connection: then a new one is opened. */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return call()
  }
}
async function agent(code: string): Promise<AgentRow | undefined> {
  const answer = await asked(() => client.get('/api/agents'))
  return (answer as { agents: AgentRow[] }).agents.find((one) => one.code === code)
}
const tokenFor = (code: string) => asked(() => client.enrollToken(code))
const connected = (code: string) =>
  until(`${code} at the hub`, async () => (await agent(code))?.connected === true, 120_000)

/** A machine whose card Imager wrote and prepare-card prepared. */
function prepared(imager: Imager, code: string, token: string, ...options: string[]): PiMachine {
  const pi = new PiMachine()
  onTestFinished(() => pi.remove())
  freshCard(pi.card, imager)
  prepare(pi, code, token, ...options)
  return pi
}
function prepare(pi: PiMachine, code: string, token: string, ...options: string[]): void {
  const env = join(site.folder, `${code}.env`)
  writeFileSync(env, variables(code, token))
  const needed = ['--release', archive, '--signers', signer.signers, '--env', env]
  const { status, said } = prepareCard(...needed, ...options, pi.card)
  expect({ status, said }).toMatchObject({ status: 0 })
}
const variables = (code: string, token: string) =>
  envFile([
    ['EDGE_HUB_URL', site.hub.url],
    ['EDGE_AGENT_CODE', code],
    ['EDGE_ENROLL_TOKEN', token],
  ])

/** What systemd's generator makes of cmdline.txt on a Pi; a container has no such line. */
function runFirstRun(pi: PiMachine): void {
  expect(readFileSync(join(pi.card, 'cmdline.txt'), 'utf8')).toContain('systemd.run=')
  pi.run('bash /boot/firmware/firstrun.sh')
  expect(readFileSync(join(pi.card, 'cmdline.txt'), 'utf8')).not.toContain('systemd.run=')
}
/** cloud-init has no part in a boot. */
function withoutCloudInit(pi: PiMachine): void {
  mkdirSync(pi.path('etc/cloud'), { recursive: true })
  writeFileSync(pi.path('etc/cloud/cloud-init.disabled'), '')
}

function status(pi: PiMachine): string {
  const file = join(pi.card, 'vehicle-control-status.txt')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
const says = (pi: PiMachine, state: string) =>
  until(state, () => status(pi).startsWith(`Vehicle Control: ${state}\r\n`), 120_000)
/** The device is enrolled, and has the token nowhere. */
async function expectEnrolled(pi: PiMachine, code: string, token: string): Promise<void> {
  await connected(code)
  await says(pi, 'inscrito')
  for (const file of ['/boot/firmware/vehicle-control.env', '/etc/vehicle-control/edge.env']) {
    const text = pi.run(`cat ${file}`)
    expect(text).toContain(`EDGE_AGENT_CODE='${code}'`)
    expect(text).not.toContain(token)
  }
  expect(pi.journal()).not.toContain(token)
  expect(pi.run('stat -c "%a %U" /etc/vehicle-control/edge.env')).toBe('600 root')
}

/** The fingerprint that the status tells, of which the hub's alerts have the same. */
async function expectRequest(pi: PiMachine, code: string): Promise<string> {
  await says(pi, 'ESPERA APROBACIÓN')
  const { alerts } = (await asked(() => client.get('/api/alerts'))) as AlertList
  const fingerprint = alerts.find((alert) => alert.agent.code === code)?.request?.fingerprint ?? ''
  expect(status(pi)).toContain(`\r\nDetalle: huella ${fingerprint}\r\n`)
  return fingerprint
}

it('a card with a first run asks, is approved, and enrols by itself; the next boot does nothing', async () => {
  const token = await asked(() => client.enrollToken('gate-1', { approval: true }))
  const pi = prepared('plain', 'gate-1', token, '--hostname')
  withoutCloudInit(pi)
  await pi.boot()
  runFirstRun(pi)
  await pi.powerOff()
  await pi.boot()
  const fingerprint = await expectRequest(pi, 'gate-1')
  await pi.cutPower()
  await pi.boot()
  expect(await expectRequest(pi, 'gate-1')).toBe(fingerprint)
  const decision = { fingerprint, approve: true }
  await asked(() => client.post('/api/agents/gate-1/enroll-request', decision))
  await expectEnrolled(pi, 'gate-1', token)
  expect(pi.run('hostname')).toBe('gate-1')
  expect(status(pi)).toContain('Versión: 0.1.0-abc1234\r\n')
  for (const unit of UNITS) expect(pi.try(`systemctl is-failed ${unit}`)).toBe('inactive')
  await pi.powerOff()
  const written =
    'find /etc/vehicle-control /opt/vehicle-control /boot/firmware -type f -printf "%p %T@\\n"'
  await pi.boot()
  const before = pi.run(written)
  await connected('gate-1')
  await until(
    'the watch to end',
    () => pi.try('systemctl is-active vehicle-control-card-watch') === 'inactive',
  )
  expect(pi.run(written)).toBe(before)
})

it('cloud-init runs the vendor data, keeps the settings of Imager, and a wrong token is reported and replaced', async () => {
  const pi = prepared('cloud-init', 'gate-2', 'abcdef-not-this')
  // As Raspberry Pi OS sets it.
  writeFileSync(
    pi.path('etc/cloud/cloud.cfg.d/99_boot.cfg'),
    `datasource_list: [NoCloud, None]
datasource: { NoCloud: { seedfrom: "file:///boot/firmware/" } }
network: { config: disabled }
`,
  )
  await pi.boot()
  await says(pi, 'TOKEN RECHAZADO')
  expect(pi.run('cat /etc/imager-was-here /etc/timezone')).toBe('imager\nAmerica/Bogota')
  expect(readFileSync(join(pi.card, 'vehicle-control.env'), 'utf8')).toContain('abcdef-not-this')
  await pi.powerOff()
  const token = await tokenFor('gate-2')
  writeFileSync(join(pi.card, 'vehicle-control.env'), variables('gate-2', token))
  await pi.boot()
  await expectEnrolled(pi, 'gate-2', token)
  expect(pi.journal()).not.toContain('abcdef-not-this')
})

it('finishes after the power was cut at any point, also where the hub is away at first', async () => {
  const token = await tokenFor('gate-3')
  const pi = prepared('plain', 'gate-3', token)
  withoutCloudInit(pi)
  await pi.boot()
  runFirstRun(pi)
  await pi.powerOff()
  await site.hub.child.stop()
  const reached = [
    '/opt/vehicle-control/releases/.unpacking-*/vehicle-control-*/bin/node',
    '/opt/vehicle-control/current',
    '/etc/vehicle-control/edge.env',
  ]
  for (const file of reached) {
    await pi.powerOn()
    await until(file, () => pi.try(`ls -d ${file} 2>/dev/null`) !== '', 120_000)
    await pi.cutPower()
  }
  await pi.boot()
  await says(pi, 'LA CENTRAL NO RESPONDE')
  expect(pi.run('cat /boot/firmware/vehicle-control.env')).toContain(token)
  client = await site.startHub()
  await until(
    'a key',
    () => pi.try('cat /var/lib/vehicle-control-edge/identity.json').includes('apiKey'),
    120_000,
  )
  await pi.cutPower()
  await pi.boot()
  await expectEnrolled(pi, 'gate-3', token)
  expect(pi.run('ls -A /opt/vehicle-control/releases')).toBe('0.1.0-abc1234')
})

it('says that a signature is wrong and that there is no room, and installs when all is well', async () => {
  const pi = prepared('plain', 'gate-4', await tokenFor('gate-4'))
  withoutCloudInit(pi)
  const name = archive.slice(archive.lastIndexOf('/') + 1)
  const copy = join(pi.card, 'vehicle-control', name)
  truncateSync(copy, 1_000_000)
  await pi.boot()
  pi.run('bash /boot/firmware/vehicle-control/hook.sh')
  await says(pi, 'FIRMA EQUIVOCADA')
  expect(pi.try('ls /opt/vehicle-control/current')).toContain('No such file')
  copyFileSync(archive, copy)
  pi.run(`mkdir -p /opt/vehicle-control/releases
    mount -t tmpfs -o size=10m tmpfs /opt/vehicle-control/releases`)
  pi.try('systemctl start vehicle-control-first-boot')
  await says(pi, 'SIN ESPACIO')
  await pi.powerOff()
  await pi.boot()
  await connected('gate-4')
})

it('an edge whose data has a partition of its own starts with it, and not without', async () => {
  const token = await tokenFor('gate-5')
  const pi = prepared('plain', 'gate-5', token)
  withoutCloudInit(pi)
  const on = () =>
    spawnSync('sh', [join(pi.card, 'vehicle-control/read-only-root'), 'on'], {
      env: { ...process.env, ROOT: pi.path('') },
      encoding: 'utf8',
    })
  expect(on().stderr).toContain('no partition has the label vc-data')
  const folder = join(site.folder, 'vc-data')
  const image = `${folder}.img`
  mkdirSync(folder)
  const sh = (script: string) => execFileSync('sh', ['-ec', script, 'sh', image, folder]).toString()
  sh('truncate --size 64M "$1" && mkfs.ext4 -q -L vc-data "$1"')
  const device = sh('losetup --find --show "$1"').trim()
  onTestFinished(() => {
    sh(`losetup --detach ${device}`)
  })
  expect(on().stderr).toContain('has no agent yet')
  await pi.boot()
  pi.run('sh /boot/firmware/vehicle-control/hook.sh')
  await expectEnrolled(pi, 'gate-5', token)
  await pi.powerOff()
  expect(on()).toMatchObject({ status: 0, stderr: '' })

  await pi.boot()
  await says(pi, 'SIN PARTICIÓN DE DATOS')
  expect(pi.run('systemctl show vehicle-control-edge -p ActiveState --value')).toBe('inactive')
  await pi.powerOff()

  sh(`mount ${device} "$2"`)
  onTestFinished(() => {
    sh('umount "$2"')
  })
  pi.partition = { at: '/var/lib/vehicle-control-edge', folder }
  await pi.boot()
  await says(pi, 'inscrito')
  expect(existsSync(join(folder, 'outbox.db'))).toBe(true)
  await pi.powerOff()
})
