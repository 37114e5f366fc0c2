import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../local/child.ts'

const CONFIG_TXT = `# http://rptl.io/configtxt
# /boot/firmware/overlays/README
dtparam=audio=on
arm_64bit=1

[cm4]
otg_mode=1
`
const CMDLINE = 'console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4'

/** What Imager leaves of its settings: nothing, a firstrun.sh, or files for cloud-init. */
export type Imager = 'plain' | 'firstrun' | 'cloud-init'

/** The files of a boot partition as Raspberry Pi Imager leaves it, in a folder. */
export function freshCard(folder: string, imager: Imager): string {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  mkdirSync(folder, { recursive: true })
  write('config.txt', CONFIG_TXT)
  write('cmdline.txt', `${CMDLINE}\n`)
  if (imager === 'firstrun') {
    const run = 'systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot'
    write('cmdline.txt', `${CMDLINE} ${run} systemd.unit=kernel-command-line.target`)
    write('firstrun.sh', FIRSTRUN)
  }
  if (imager === 'cloud-init') {
    write('meta-data', 'instance-id: rpi-imager-1764000000000\n')
    write('user-data', USER_DATA)
    write('network-config', 'network:\n  version: 2\n')
  }
  return folder
}

// In the form that Imager gives its own; the last three lines are cut away by the image's first boot.
const FIRSTRUN = `#!/bin/bash

set +e

echo gate >"\${ROOT}/etc/imager-was-here"
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
`
const USER_DATA = `#cloud-config
manage_resolv_conf: false

timezone: America/Bogota

runcmd:
  - [ sh, -c, "echo imager >/etc/imager-was-here" ]
`

/** A key that signs releases, and who trusts it. */
export class Signer {
  readonly #key: string
  /** The allowed_signers file. */
  readonly signers: string

  constructor(folder: string, keyType = 'ed25519') {
    mkdirSync(folder, { recursive: true })
    this.#key = join(folder, 'key')
    this.signers = join(folder, 'release-signers')
    execFileSync('ssh-keygen', ['-q', '-t', keyType, '-N', '', '-C', 'release', '-f', this.#key])
    const [type, key] = readFileSync(`${this.#key}.pub`, 'utf8').split(' ')
    writeFileSync(this.signers, `release ${type} ${key}\n`)
  }

  get publicKey(): string {
    return `${this.#key}.pub`
  }

  /** Leaves the signature beside the archive. */
  sign(archive: string): void {
    const call = ['-Y', 'sign', '-q', '-n', 'vehicle-control', '-f', this.#key, archive]
    execFileSync('ssh-keygen', call, { stdio: ['ignore', 'ignore', 'ignore'] })
  }
}

/** A signed release that holds units and a Node, and no program. */
export function smallRelease(
  folder: string,
  version: string,
  signer: Signer,
  target = `linux-${process.arch}`,
): string {
  const top = `vehicle-control-${version}`
  const tree = join(folder, top)
  mkdirSync(join(tree, 'bin'), { recursive: true })
  const node = join(tree, 'bin/node')
  writeFileSync(node, `#!/bin/sh\nexec ${process.execPath} "$@"\n`)
  chmodSync(node, 0o755)
  writeFileSync(join(tree, 'release.json'), JSON.stringify({ version, target }))
  cpSync(join(root, 'systemd'), join(tree, 'systemd'), { recursive: true })
  const archive = join(folder, `${top}-${target}.tar.gz`)
  execFileSync('tar', ['-czf', archive, '-C', folder, top])
  signer.sign(archive)
  return archive
}

/** The outcome of a script of deploy/image. */
export function prepareCard(...options: string[]): { status: number | null; said: string } {
  const script = join(root, 'deploy/image/prepare-card')
  const target = ['--target', `linux-${process.arch}`]
  const { status, stdout, stderr } = spawnSync('sh', [script, ...target, ...options], {
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}

/**
 * A device for the scripts of a card, without a service manager: its files, in a folder.
 */
export class FileDevice {
  readonly folder: string
  readonly card: string

  constructor(folder: string, card: string) {
    this.folder = folder
    this.card = card
    mkdirSync(join(folder, 'etc'), { recursive: true })
  }

  /** Runs first-boot as the unit does, under a wrapping command if there is one. */
  firstBoot(wrap: string[] = []): { status: number | null; signal: string | null; said: string } {
    const script = join(this.card, 'vehicle-control/first-boot')
    const env = { ...process.env, ROOT: this.folder }
    const { status, signal, stdout, stderr } = spawnSync('env', [...wrap, 'sh', script], {
      encoding: 'utf8',
      env,
    })
    return { status, signal, said: `${stdout}${stderr}` }
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  /** What the installer reads. */
  status(): string {
    return readFileSync(join(this.card, 'vehicle-control-status.txt'), 'utf8')
  }
}
