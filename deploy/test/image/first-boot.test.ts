import { envFile } from '@vehicle-control/protocol/env-file'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FileDevice, freshCard, prepareCard, Signer, smallRelease } from './fresh-card.ts'

const TOKEN = 'abcdef-123456'
const CURRENT = 'opt/vehicle-control/current/release.json'
const ENV = 'etc/vehicle-control/edge.env'

let folder = ''
let signer: Signer
let archive = ''
let preparedCard = ''
let made = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'first-boot-'))
  signer = new Signer(join(folder, 'keys'))
  archive = smallRelease(join(folder, 'one'), '0.1.0-abc1234', signer)
  preparedCard = cardOf()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function env(code: string, token: string): string {
  const path = join(folder, `${code}-${made++}.env`)
  const variables: [string, string][] = [
    ['EDGE_HUB_URL', 'https://hub.example'],
    ['EDGE_AGENT_CODE', code],
    ['EDGE_ENROLL_TOKEN', token],
    ['EDGE_AGENT_NAME', 'Portón d’el "norte"'],
  ]
  writeFileSync(path, envFile(variables))
  return path
}

/** A card that was prepared. */
function cardOf(...options: string[]): string {
  const card = freshCard(join(folder, `card-${made++}`), 'cloud-init')
  const needed = ['--release', archive, '--signers', signer.signers]
  expect(prepareCard(...needed, '--env', env('Gate_1', TOKEN), ...options, card)).toMatchObject({
    status: 0,
  })
  return card
}

/** A device whose card was prepared. */
function device(...options: string[]): FileDevice {
  let card = join(folder, `card-${made++}`)
  if (options.length > 0) card = cardOf(...options)
  else cpSync(preparedCard, card, { recursive: true, preserveTimestamps: true })
  return new FileDevice(join(folder, `device-${made++}`), card)
}

const onCard = (one: FileDevice, name: string, text: string) =>
  writeFileSync(join(one.card, name), text)
const enrolled = (one: FileDevice, code: string) =>
  one.write(
    'var/lib/vehicle-control-edge/identity.json',
    JSON.stringify({ agentCode: code, apiKey: 'vc_1' }),
  )
/** Every file on the disk of a device and on its card, with the time at which it was written. */
const filesOf = (one: FileDevice) =>
  spawnSync(
    'sh',
    [
      '-c',
      'find "$1" "$2" -path "$1/run" -prune -o -type f -printf "%p %T@\\n"',
      'sh',
      one.folder,
      one.card,
    ],
    { encoding: 'utf8' },
  ).stdout

it('takes the release, the variables, the devices, the boot parameters and the name', () => {
  const config = join(folder, 'edge.json')
  const lines = [{ pin: 17 }, { pin: 27, activeLow: true }]
  writeFileSync(config, JSON.stringify({ readers: [], relays: { driver: 'auto', lines } }))
  const root = join(folder, 'root.pem')
  writeFileSync(root, '-----BEGIN CERTIFICATE-----\n')
  const one = device('--config', config, '--hub-root', root, '--hostname')
  const { status, said } = one.firstBoot()
  expect({ status, said }).toMatchObject({ status: 0 })
  expect(one.read(CURRENT)).toContain('0.1.0-abc1234')
  expect(one.read(ENV).split('\n')).toEqual([
    ...readFileSync(join(one.card, 'vehicle-control.env'), 'utf8').trim().split('\n'),
    'EDGE_CONFIG=/etc/vehicle-control/edge.json',
    'NODE_EXTRA_CA_CERTS=/etc/vehicle-control/hub-ca.pem',
    '',
  ])
  expect(statSync(join(one.folder, ENV)).mode & 0o777).toBe(0o600)
  expect(one.read('etc/vehicle-control/edge.json')).toBe(readFileSync(config, 'utf8'))
  expect(one.read('etc/hostname')).toBe('gate-1\n')
  expect(readFileSync(join(one.card, 'config.txt'), 'utf8')).toMatch(
    /# BEGIN vehicle-control\n\[all\]\n# [^\n]*\ndtparam=strict_gpiod\ngpio=17=op,dl\ngpio=27=op,dh\n# END vehicle-control\n$/,
  )
  expect(said).not.toContain(TOKEN)
})

it('changes nothing when it runs again', () => {
  const one = device()
  expect(one.firstBoot()).toMatchObject({ status: 0 })
  const before = filesOf(one)
  expect(one.firstBoot()).toMatchObject({ status: 0 })
  expect(filesOf(one)).toBe(before)
})

it('finishes after it was killed at any point', () => {
  for (let ms = 20; ms < 400; ms += 70) {
    const one = device()
    one.firstBoot(['timeout', '--signal=KILL', `${ms / 1000}`])
    const { status, said } = one.firstBoot()
    expect({ ms, status, said }).toMatchObject({ status: 0 })
    expect(one.read(CURRENT)).toContain('0.1.0-abc1234')
    expect(one.read(ENV)).toContain(TOKEN)
    expect(one.has('opt/vehicle-control/releases/.unpacking-1')).toBe(false)
  }
})

it('takes a file that was replaced: its secret only, and what an administrator added', () => {
  const one = device()
  one.firstBoot()
  one.write(ENV, `${one.read(ENV)}LOG_LEVEL=debug\nEDGE_API_KEY=vc_old\n`)
  const replaced = readFileSync(env('gate-2', 'second-token'), 'utf8')
  // As an editor of Windows saves it.
  onCard(one, 'vehicle-control.env', `\uFEFF${replaced.replaceAll('\n', '\r\n')}`)
  expect(one.firstBoot()).toMatchObject({ status: 0 })
  expect(one.read(ENV)).toBe(`${replaced}LOG_LEVEL=debug\n`)
  // What the fleet's administrator writes then is not undone by a card that stays.
  one.write(ENV, `${one.read(ENV)}EDGE_ALLOW_HTTP=1\n`)
  one.firstBoot()
  expect(one.read(ENV)).toContain('EDGE_ALLOW_HTTP=1')
})

it('a card without a token serves a device that holds its key, and no other', () => {
  const one = device()
  one.firstBoot()
  const before = one.read(ENV)
  onCard(
    one,
    'vehicle-control.env',
    "EDGE_HUB_URL='https://two'\nEDGE_AGENT_CODE='gate-3'\nEDGE_ENROLL_TOKEN=''\n",
  )
  expect(one.firstBoot()).toMatchObject({ status: 0 })
  expect(one.read(ENV)).toBe(before)
  enrolled(one, 'Gate-3')
  one.firstBoot()
  expect(one.read(ENV)).toContain('https://two')
  expect(one.read(ENV)).not.toContain(TOKEN)
})

it('boot parameters that a playbook added stay when the card brings other relays', () => {
  const one = device()
  one.firstBoot()
  const config = join(one.card, 'config.txt')
  const before = readFileSync(config, 'utf8')
  const overlay = 'dtoverlay=dht11,gpiopin=4\n# END'
  writeFileSync(config, before.replace('# END', overlay))
  one.firstBoot()
  expect(readFileSync(config, 'utf8')).toBe(before.replace('# END', overlay))
  onCard(one, 'vehicle-control/edge.json', '{"relays":{"driver":"auto","lines":[{"pin":17}]}}')
  one.firstBoot()
  expect(readFileSync(config, 'utf8')).toBe(before.replace('# END', `gpio=17=op,dl\n${overlay}`))
})

it('what was taken off the device is not installed again by a card that stays', () => {
  const one = device()
  one.firstBoot()
  for (const path of ['opt/vehicle-control', 'etc/vehicle-control']) {
    rmSync(join(one.folder, path), { recursive: true })
  }
  expect(one.firstBoot()).toMatchObject({ status: 0 })
  expect(one.has('opt/vehicle-control')).toBe(false)
})

it('says on the card what is wrong, in words for its installer', () => {
  const bad = (says: string, spoil: (one: FileDevice) => void) => {
    const one = device()
    spoil(one)
    expect(one.firstBoot()).toMatchObject({ status: 1 })
    expect(one.status()).toContain(`Vehicle Control: ${says}\r\n`)
    expect(one.status()).toContain('Qué hacer: ')
    expect(one.has(ENV)).toBe(false)
    return one
  }
  const name = archive.slice(archive.lastIndexOf('/') + 1)
  bad('FIRMA EQUIVOCADA', (one) => {
    writeFileSync(join(one.card, 'vehicle-control', name), 'half an archive')
  })
  bad('FIRMA EQUIVOCADA', (one) => rmSync(join(one.card, 'vehicle-control', `${name}.sig`)))
  bad('SISTEMA EQUIVOCADO', (one) => {
    const other = smallRelease(join(folder, 'other'), '0.1.0-abc1234', signer, 'linux-other')
    for (const end of ['', '.sig']) {
      cpSync(`${other}${end}`, join(one.card, 'vehicle-control', `${name}${end}`))
    }
  })
  bad('ARCHIVO INCOMPLETO', (one) => onCard(one, 'vehicle-control.env', 'EDGE_HUB_URL=x\n'))
  bad('FALTA EL TOKEN', (one) => {
    onCard(one, 'vehicle-control.env', 'EDGE_HUB_URL=x\nEDGE_AGENT_CODE=y\n')
  })
  const misnamed = bad('FALTA vehicle-control.env', (one) => {
    cpSync(join(one.card, 'vehicle-control.env'), join(one.card, 'vehicle-control.env.txt'))
    rmSync(join(one.card, 'vehicle-control.env'))
  })
  expect(misnamed.status()).toContain('vehicle-control.env.txt debe llamarse vehicle-control.env')
  // Named right, it is taken.
  cpSync(join(misnamed.card, 'vehicle-control.env.txt'), join(misnamed.card, 'vehicle-control.env'))
  expect(misnamed.firstBoot()).toMatchObject({ status: 0 })
})

it('a newer release of a card is installed, a spoilt one leaves the gate as it is', () => {
  const one = device()
  one.firstBoot()
  const newer = smallRelease(join(folder, 'two'), '0.2.0-def5678', signer)
  const needed = ['--signers', signer.signers, '--env', env('gate-1', 'third-token')]
  prepareCard('--release', newer, ...needed, one.card)
  const name = newer.slice(newer.lastIndexOf('/') + 1)
  writeFileSync(join(one.card, 'vehicle-control', name), 'half an archive')
  expect(one.firstBoot()).toMatchObject({ status: 0 })
  expect(one.read(CURRENT)).toContain('0.1.0-abc1234')
  expect(one.read('run/vehicle-control-first-boot/notices')).toContain('FIRMA EQUIVOCADA')
  expect(one.read(ENV)).toContain('third-token')
  cpSync(newer, join(one.card, 'vehicle-control', name))
  one.firstBoot()
  expect(one.read(CURRENT)).toContain('0.2.0-def5678')
  expect(one.has('run/vehicle-control-first-boot/notices')).toBe(false)
})
