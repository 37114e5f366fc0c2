import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BASE } from './plan.ts'
import { sh } from './shell.ts'

/** What a Raspberry Pi OS Lite has, and what the test's own gate needs. */
const PACKAGES = `systemd systemd-sysv dbus udev procps iproute2 ca-certificates curl
  openssh-server sudo python3 python3-apt socat`.split(/\s+/)

const TOOLS = [
  { file: '/usr/sbin/debootstrap', debian: 'debootstrap' },
  { file: '/usr/bin/systemd-nspawn', debian: 'systemd-container' },
  { file: '/usr/bin/ansible-playbook', debian: 'ansible' },
  { file: '/usr/bin/ansible-lint', debian: 'ansible-lint' },
  { file: '/usr/bin/ssh-keygen', debian: 'openssh-client' },
  { file: '/usr/sbin/apt-cacher-ng', debian: 'apt-cacher-ng' },
]

/**
 * Makes the Debian that every machine starts from, unless it is there.
 *
 * @throws Error that names what to install when this machine lacks a tool.
 */
export async function makeBase(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('the fleet needs root')
  const missing = TOOLS.filter(({ file }) => !existsSync(file)).map(({ debian }) => debian)
  if (missing.length > 0) {
    const install = `apt-get install --no-install-recommends ${missing.join(' ')}`
    throw new Error(`the fleet needs packages; run: sudo ${install}`)
  }
  if (existsSync(join(BASE, 'usr/bin/systemctl'))) return
  const unfinished = `${BASE}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const include = `--include=${PACKAGES.join(',')}`
  await sh(`debootstrap --variant=minbase ${include} bookworm ${unfinished}`)
  renameSync(unfinished, BASE)
}
