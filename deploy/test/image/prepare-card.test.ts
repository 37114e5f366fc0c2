import { envFile } from '@vehicle-control/protocol/env-file'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { root } from '../../local/child.ts'
import { freshCard, type Imager, prepareCard, Signer, smallRelease } from './fresh-card.ts'

let folder = ''
let archive = ''
let env = ''
let signer: Signer
let made = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'card-'))
  signer = new Signer(join(folder, 'keys'))
  archive = smallRelease(folder, '0.1.0-abc1234', signer)
  cpSync(signer.signers, join(folder, 'release-signers'))
  env = join(folder, 'gate-1.env')
  writeFileSync(
    env,
    envFile([
      ['EDGE_HUB_URL', 'https://hub.example'],
      ['EDGE_AGENT_CODE', 'gate-1'],
      ['EDGE_ENROLL_TOKEN', 'abcdef-123456'],
    ]),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const card = (imager: Imager) => freshCard(join(folder, `card-${made++}`), imager)
const textOf = (boot: string, name: string) => readFileSync(join(boot, name), 'utf8')
const prepare = (boot: string, ...options: string[]) =>
  prepareCard('--release', archive, '--env', env, ...options, boot)

/** The lines of a file beyond those that were there. */
function added(boot: string, name: string, before: string): string {
  const lines = before.split('\n')
  const now = textOf(boot, name).split('\n')
  expect(lines.filter((line) => !now.includes(line))).toEqual([])
  return now.filter((line) => !lines.includes(line)).join('\n')
}

it('a card with settings of Imager for cloud-init keeps them; vendor data brings the hook', () => {
  const boot = card('cloud-init')
  const before = ['user-data', 'meta-data', 'network-config', 'cmdline.txt'].map((name) =>
    textOf(boot, name),
  )
  expect(prepare(boot)).toMatchObject({ status: 0 })
  expect(
    ['user-data', 'meta-data', 'network-config', 'cmdline.txt'].map((name) => textOf(boot, name)),
  ).toEqual(before)
  expect(textOf(boot, 'vendor-data')).toMatch(/^#cloud-boothook\n#!\/bin\/sh\n/)
  expect(textOf(boot, 'vehicle-control.env')).toBe(readFileSync(env, 'utf8'))
})

it("Imager's first run stays whole, and calls the hook before what the image cuts away", () => {
  const boot = card('firstrun')
  const [script, cmdline] = [textOf(boot, 'firstrun.sh'), textOf(boot, 'cmdline.txt')]
  expect(prepare(boot)).toMatchObject({ status: 0 })
  expect(textOf(boot, 'cmdline.txt')).toBe(cmdline)
  const call = 'sh /boot/firmware/vehicle-control/hook.sh --later # vehicle-control'
  expect(added(boot, 'firstrun.sh', script)).toBe(call)
  expect(textOf(boot, 'firstrun.sh').split('\n').indexOf(call)).toBe(1)
})

it('a card without settings gets a first run of its own, which takes itself away', () => {
  const boot = card('plain')
  const cmdline = textOf(boot, 'cmdline.txt')
  expect(prepare(boot)).toMatchObject({ status: 0 })
  const [line, end] = textOf(boot, 'cmdline.txt').split('\n')
  expect(line).toBe(
    `${cmdline.trim()} systemd.run=/boot/firmware/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target`,
  )
  expect(end).toBe('')
  // On the device it lies under /boot/firmware.
  const device = join(folder, 'device')
  const here = textOf(boot, 'firstrun.sh').replaceAll('/boot/firmware', boot)
  const { status, stderr } = spawnSync('sh', ['-c', here], {
    env: { ...process.env, ROOT: device },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(textOf(boot, 'cmdline.txt')).toBe(cmdline)
  expect(() => textOf(boot, 'firstrun.sh')).toThrow('ENOENT')
  const wanted = 'etc/systemd/system/multi-user.target.wants/vehicle-control-first-boot.service'
  expect(textOf(device, wanted)).toBe(
    textOf(boot, 'vehicle-control/vehicle-control-first-boot.service'),
  )
})

it('run again, it changes nothing; another agent, devices and a root certificate are taken', () => {
  const boot = card('firstrun')
  prepare(boot)
  const names = ['firstrun.sh', 'cmdline.txt', 'config.txt', 'vehicle-control/hook.sh']
  const once = names.map((name) => textOf(boot, name))
  const other = join(folder, 'gate-2.env')
  writeFileSync(other, readFileSync(env, 'utf8').replace('gate-1', 'gate-2'))
  const config = join(folder, 'edge.json')
  writeFileSync(config, '{"readers":[{"id":"gate","type":"line","path":"/dev/ttyUSB0"}]}')
  const root = join(folder, 'root.pem')
  writeFileSync(root, '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n')
  const more = ['--config', config, '--hub-root', root, '--hostname']
  const { status, said } = prepareCard('--release', archive, '--env', other, ...more, boot)
  expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining('gate-2') })
  expect(names.map((name) => textOf(boot, name))).toEqual(once)
  expect(textOf(boot, 'vehicle-control.env')).toContain('gate-2')
  expect(textOf(boot, 'vehicle-control/edge.json')).toContain('ttyUSB0')
  expect(textOf(boot, 'vehicle-control/hub-root.pem')).toContain('CERTIFICATE')
  expect(textOf(boot, 'config.txt').match(/strict_gpiod/g)).toHaveLength(1)
})

it('the block of config.txt is of every model, whatever section the file ends in', () => {
  const boot = card('plain')
  const before = textOf(boot, 'config.txt')
  prepare(boot)
  expect(textOf(boot, 'config.txt')).toBe(
    `${before}\n# BEGIN vehicle-control\n[all]\n# A pin goes when the process that held it does.\ndtparam=strict_gpiod\n# END vehicle-control\n`,
  )
})

it('what does not fit is refused, and leaves the card as it was', () => {
  const boot = card('cloud-init')
  const listed = () =>
    spawnSync('sh', [
      '-c',
      'cd "$1" && find . -type f | xargs sha256sum',
      'sh',
      boot,
    ]).stdout.toString()
  const before = listed()
  const refused = (says: string, ...options: string[]) => {
    const { status, said } = prepare(boot, ...options)
    expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining(says) })
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(listed()).toBe(before)
  }
  const half = join(folder, 'half', archive.slice(folder.length + 1))
  cpSync(archive, half, { recursive: true })
  cpSync(`${archive}.sig`, `${half}.sig`)
  cpSync(signer.signers, join(folder, 'half/release-signers'))
  appendFileSync(half, 'x')
  refused('the signature does not fit', '--release', half)
  refused('the signature does not fit', '--signers', new Signer(join(folder, 'others')).signers)
  expect(prepare(card('plain'), '--signers', signer.publicKey)).toMatchObject({ status: 0 })
  const other = new Signer(join(folder, 'ecdsa'), 'ecdsa')
  const by = smallRelease(join(folder, 'ecdsa'), '0.1.0-abc1235', other)
  const byOther = ['--release', by, '--signers', other.publicKey]
  expect(prepare(card('plain'), ...byOther)).toMatchObject({ status: 0 })
  refused('is for linux-', '--target', process.arch === 'x64' ? 'linux-arm64' : 'linux-x64')
  refused('is missing', '--config', join(folder, 'none.json'))
  const faulty = join(folder, 'faulty.json')
  writeFileSync(faulty, '{"readers": [{"id": "gate",}]}')
  refused('is no JSON: ', '--config', faulty)
  writeFileSync(faulty, '[{"readers": []}]')
  refused('is no JSON object', '--config', faulty)
  for (const address of [
    'hub.example',
    'https//hub',
    'https://hub/app',
    'wss://hub',
    'https://a:b@hub',
  ]) {
    const to = join(folder, 'to.env')
    writeFileSync(to, readFileSync(env, 'utf8').replace('https://hub.example', address))
    refused('is no address of a hub', '--env', to)
  }
  for (const name of ['EDGE_HUB_URL', 'EDGE_AGENT_CODE', 'EDGE_ENROLL_TOKEN']) {
    const without = join(folder, 'without.env')
    writeFileSync(without, readFileSync(env, 'utf8').replace(new RegExp(`^${name}=.*\n`, 'm'), ''))
    refused(`has no ${name}`, '--env', without)
  }
  const secret = join(folder, 'key.pem')
  writeFileSync(secret, '-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n')
  refused('private key', '--hub-root', secret)
  expect(prepareCard(join(folder, 'half'))).toMatchObject({ status: 1 })
  expect(prepareCard('--nonsense', boot)).toMatchObject({ status: 64 })
})

it('a hub in clear is said while the card is made, unless that was chosen', () => {
  const inClear = join(folder, 'clear.env')
  const https = readFileSync(env, 'utf8')
  const saidOf = (text: string) => {
    writeFileSync(inClear, text)
    const { status, said } = prepare(card('cloud-init'), '--env', inClear)
    expect(status).toBe(0)
    return said.includes('EDGE_HUB_URL is http')
  }
  const http = `# EDGE_HUB_URL es http\n${https.replace('https://hub', 'http://hub')}`
  expect([https, http, `${http}EDGE_ALLOW_HTTP=1\n`].map(saidOf)).toEqual([false, true, false])
})

it('vendor data of somebody else is not touched', () => {
  const boot = card('cloud-init')
  writeFileSync(join(boot, 'vendor-data'), '#cloud-config\n{}\n')
  const { status, said } = prepare(boot)
  expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('--first-run') })
  expect(prepare(boot, '--first-run')).toMatchObject({ status: 0 })
  expect(textOf(boot, 'vendor-data')).toBe('#cloud-config\n{}\n')
  expect(textOf(boot, 'cmdline.txt')).toContain('systemd.run=/boot/firmware/firstrun.sh')
})

/** A run of prepare-cards for a file, with one slot. */
class ManyCards {
  readonly slot: string
  readonly #child: ChildProcess
  readonly ended: Promise<number | null>
  said = ''

  constructor(file: string, slot: string) {
    this.slot = slot
    const script = join(root, 'deploy/image/prepare-cards')
    const options = ['--env', file, '--release', archive, '--target', `linux-${process.arch}`, slot]
    this.#child = spawn('sh', [script, ...options])
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text) => (this.said += text))
    }
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null)
    onTestFinished(() => void this.#child.kill('SIGKILL'))
  }

  async says(text: string): Promise<void> {
    await vi.waitFor(() => expect(this.said).toContain(text), { timeout: 20_000 })
  }

  /** As a mount: it is there whole or not at all. */
  putIn(boot: string): void {
    renameSync(boot, this.slot)
  }

  /** Takes the card out, and tells where it lies. */
  takeOut(): string {
    const taken = `${this.slot}-${made++}`
    renameSync(this.slot, taken)
    return taken
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    expect(await this.ended).toBe(130)
  }
}
const blockOf = (code: string, token = `token-of-${code}`) =>
  envFile([
    ['EDGE_HUB_URL', 'https://hub.example'],
    ['EDGE_AGENT_CODE', code],
    ['EDGE_ENROLL_TOKEN', token],
  ])
function fileOfCards(text: string): string {
  const file = join(folder, `cards ${made++}.env`)
  writeFileSync(file, text)
  return file
}
const slot = () => join(folder, `a slot ${made++}`)

it('cards for many: the next agent gets the next card, also of a run after Ctrl-C', async () => {
  const codes = ['gate-1', 'Gate-2', 'gate-3']
  const file = fileOfCards(`\uFEFF# three\r\n${codes.map((code) => blockOf(code)).join('\r\n')}`)
  const first = new ManyCards(file, slot())
  await first.says('gate-1 (1 of 3): put a card in')
  first.putIn(card('cloud-init'))
  await first.says('Gate-2 (2 of 3): put a card in')
  await first.says('the card in it is that of gate-1: take it out')
  const taken = [first.takeOut()]
  first.putIn(card('firstrun'))
  await first.says('gate-3 (3 of 3): put a card in')
  await first.stop()

  // With a blank line more, and the card of the one before still in.
  appendFileSync(file, '\n')
  const second = new ManyCards(file, first.slot)
  await second.says('gate-3 (3 of 3): put a card in')
  await second.says('the card in it is that of gate-2: take it out')
  taken.push(second.takeOut())
  second.putIn(card('plain'))
  await second.says('all 3 have their card')
  expect(await second.ended).toBe(0)
  taken.push(second.takeOut())
  expect(taken.map((boot) => textOf(boot, 'vehicle-control.env'))).toEqual(
    codes.map((code) => blockOf(code)),
  )
})

it('cards for many: a file that was made again writes the agents’ own cards again, and no others', async () => {
  const other = card('plain')
  expect(prepare(other)).toMatchObject({ status: 0 })
  // As an editor of Windows leaves it.
  const edited = '\uFEFFEDGE_AGENT_CODE=gate-1 \r\nEDGE_HUB_URL=https://hub.example\r\n'
  writeFileSync(join(other, 'vehicle-control.env'), edited)
  const file = fileOfCards(blockOf('gate-9'))
  const run = new ManyCards(file, slot())
  run.putIn(other)
  await run.says('the card in it is that of gate-1: take it out')
  expect(textOf(run.takeOut(), 'vehicle-control.env')).toBe(edited)
  const used = card('plain')
  writeFileSync(join(used, 'vehicle-control-status.txt'), 'INSCRITO')
  run.putIn(used)
  await run.says('the card in it is that of a device that ran: take it out')
  run.takeOut()
  run.putIn(card('plain'))
  expect(await run.ended).toBe(0)
  writeFileSync(file, blockOf('gate-9', 'another-token'))
  const again = new ManyCards(file, run.slot)
  expect(await again.ended).toBe(0)
  expect(textOf(again.slot, 'vehicle-control.env')).toBe(blockOf('gate-9', 'another-token'))
})

it('cards for many: a file that is not whole is refused, and named', async () => {
  const [url = '', ...rest] = blockOf('gate-2').split('\n')
  for (const [text, fault] of [
    ['', 'does not begin with EDGE_HUB_URL'],
    [`${rest.join('\n')}\n${blockOf('gate-1')}`, 'does not begin with EDGE_HUB_URL'],
    [`${blockOf('gate-1')}${rest.join('\n')}`, 'block 1 has not one EDGE_AGENT_CODE'],
    [`${blockOf('gate-1')}${url}\n`, 'block 2 has not one EDGE_AGENT_CODE'],
  ] as const) {
    const run = new ManyCards(fileOfCards(text), slot())
    expect(await run.ended).toBe(1)
    expect(run.said).toContain(fault)
  }
})
