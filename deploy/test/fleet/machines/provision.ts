import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../local/child.ts'
import type { Machine } from './machine.ts'
import { APT_PROXY } from './network.ts'
import { ADMIN, EDGES, HOST_ADDRESS, HUB, HUB_NAME, SECOND_HUB, TREES } from './plan.ts'
import { sh } from './shell.ts'

const GATE = join(root, 'deploy/test/fleet/gate')
/** Cars a second: the busiest gate has fewer. */
const PER_SECOND = 10

/** The run's own key, with which Ansible logs in. */
export const SSH_KEY = join(TREES, 'ssh-key')
/** The host keys of the machines, as an installer has noted them down. */
export const KNOWN_HOSTS = join(TREES, 'known_hosts')

// nspawn covers the kernel's boot id with another, but not for units that have a /proc of their own:
// to those every look of somebody else would be another boot.
const ONE_BOOT_ID = `[Unit]
DefaultDependencies=no
Before=sysinit.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'while umount /proc/sys/kernel/random/boot_id 2>/dev/null; do :; done'
[Install]
WantedBy=sysinit.target
`

/** Makes the key that every machine admits. */
export async function makeSshKey(): Promise<void> {
  mkdirSync(TREES, { recursive: true })
  await sh(`ssh-keygen -q -t ed25519 -N '' -C fleet -f ${SSH_KEY}`)
  writeFileSync(KNOWN_HOSTS, '')
}

/** What an installer does to a fresh card before Ansible: a name, an address, an account. */
export async function provision(machine: Machine): Promise<void> {
  const { tree, name, address } = machine
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const everyone = [HUB, SECOND_HUB, ...EDGES].map((one) => `${one.address} ${one.name}`)
  write('etc/hostname', `${name}\n`)
  write('etc/hosts', `127.0.0.1 localhost\n${everyone.join('\n')}\n${HUB.address} ${HUB_NAME}\n`)
  write(
    'etc/systemd/network/10-fleet.network',
    `[Match]\nName=host0\n[Network]\nAddress=${address}/24\nGateway=${HOST_ADDRESS}\n`,
  )
  write('etc/systemd/system/one-boot-id.service', ONE_BOOT_ID)
  write('etc/apt/apt.conf.d/01proxy', `Acquire::http::Proxy "${APT_PROXY}";\n`)
  write(`etc/sudoers.d/${ADMIN}`, `${ADMIN} ALL=(ALL) NOPASSWD: ALL\n`)
  await sh(`rm -f ${tree}/etc/ssh/ssh_host_* ${tree}/etc/machine-id
    systemd-machine-id-setup --root ${tree} > /dev/null 2>&1
    ssh-keygen -q -t ed25519 -N '' -f ${tree}/etc/ssh/ssh_host_ed25519_key
    echo "${address} $(cut -d' ' -f1,2 ${tree}/etc/ssh/ssh_host_ed25519_key.pub)" >> ${KNOWN_HOSTS}
    chroot ${tree} useradd --create-home --shell /bin/bash ${ADMIN}
    systemctl --root ${tree} enable systemd-networkd ssh one-boot-id > /dev/null 2>&1`)
  write(`home/${ADMIN}/.ssh/authorized_keys`, readFileSync(`${SSH_KEY}.pub`, 'utf8'))
  await sh(`chroot ${tree} chown -R ${ADMIN}: /home/${ADMIN}`)
}

/** Puts a reader at the machine, whose port is /dev/gate; cars pass from its next boot on. */
export async function putGate({ tree }: Machine, prefix: string): Promise<void> {
  mkdirSync(join(tree, 'usr/local/lib'), { recursive: true })
  copyFileSync(join(GATE, 'gate.py'), join(tree, 'usr/local/lib/gate.py'))
  copyFileSync(join(GATE, 'gate.service'), join(tree, 'etc/systemd/system/gate.service'))
  const dialout = await sh(`chroot ${tree} getent group dialout | cut -d: -f3`)
  const settings = `PREFIX=${prefix}\nPER_SECOND=${PER_SECOND}\nGATE_GROUP=${dialout}\n`
  writeFileSync(join(tree, 'etc/default/gate'), settings)
  await sh(`systemctl --root ${tree} enable gate > /dev/null 2>&1`)
}
