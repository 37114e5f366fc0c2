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
import { spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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

it('cards for many: the next agent gets the next card, and no card becomes two', async () => {
  const cards = join(folder, 'cards.env')
  const block = (code: string) =>
    envFile([
      ['EDGE_HUB_URL', 'https://hub.example'],
      ['EDGE_AGENT_CODE', code],
      ['EDGE_ENROLL_TOKEN', `token-of-${code}`],
    ])
  writeFileSync(cards, [1, 2, 3].map((n) => block(`gate-${n}`)).join('\n'))
  const boot = join(folder, 'slot')
  // As a mount: there whole or not at all.
  const putIn = (imager: Imager) => renameSync(card(imager), boot)
  const takeOut = (n: number) => renameSync(boot, join(folder, `taken-${n}`))
  const script = join(root, 'deploy/image/prepare-cards')
  const start = () => {
    const child = spawn(script, [
      '--env',
      cards,
      '--release',
      archive,
      '--target',
      'linux-x64',
      boot,
    ])
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const ended = once(child, 'exit').then(([code]) => code as number)
    const says = (text: string) =>
      vi.waitFor(() => expect(said).toContain(text), { timeout: 20_000 })
    return { child, ended, says }
  }
  const first = start()
  await first.says('gate-1 (1 of 3): put a card in')
  putIn('cloud-init')
  await first.says('prepared gate-1')
  takeOut(1)
  await first.says('gate-2 (2 of 3): put a card in')
  putIn('firstrun')
  await first.says('prepared gate-2')
  await vi.waitFor(() => expect(readFileSync(`${cards}.done`, 'utf8')).toContain('gate-2 '))
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(130)

  // Its card is still in.
  const second = start()
  await second.says('the card in it is that of gate-2: take it out')
  takeOut(2)
  putIn('plain')
  await second.says('all 3 have their card')
  expect(await second.ended).toBe(0)
  takeOut(3)
  for (const n of [1, 2, 3]) {
    expect(textOf(join(folder, `taken-${n}`), 'vehicle-control.env').trim()).toBe(
      block(`gate-${n}`).trim(),
    )
  }
  // The same agents with other tokens: nobody has a card.
  writeFileSync(cards, block('gate-1').replace('token-of', 'new-token-of'))
  const third = start()
  await third.says('gate-1 (1 of 1): put a card in')
  third.child.kill('SIGTERM')
  await third.ended
})
