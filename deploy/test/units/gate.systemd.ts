import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Host, expectNoForbiddenCall, soon } from './host.ts'
import { CHECKOUT, NODE, SUITE } from './machine.ts'

/** Answers every question for an address with this machine. */
const NAME_SERVER = `const socket = require('node:dgram').createSocket('udp4')
socket.on('message', (query, from) => {
  let end = 12
  while (query[end] !== 0) end += query[end] + 1
  const isA = query.readUInt16BE(end + 1) === 1
  const head = Buffer.from([query[0], query[1], 0x85, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
  const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
  const question = query.subarray(12, end + 5)
  socket.send(Buffer.concat([head, question, ...(isA ? [answer] : [])]), from.port, from.address)
})
socket.bind(53, '127.0.0.1')
`
const READS = `const database = require('${CHECKOUT}/node_modules/better-sqlite3')
const file = '/var/lib/vehicle-control-hub/hub.db'
console.log(database(file, { readonly: true }).prepare('select uid from reads').pluck().all().join())
`
const HUB_ENV = `HUB_HOST=127.0.0.1
HUB_PORT=8443
HUB_TLS_CERT=/etc/vehicle-control/hub.pem
HUB_TLS_KEY=/etc/vehicle-control/hub.key
`
const EDGE_CONFIG = {
  readers: [{ id: 'gate', type: 'line', path: '/run/reader-port' }],
  relays: { driver: 'simulated', lines: [{ pin: 17 }] },
}
const ENV = '/etc/vehicle-control/edge.env'
const EDGE = 'vehicle-control-edge'

let host: Host
beforeAll(async () => {
  host = await Host.install()
})
afterAll(() => host?.end())

/** A serial port of the group dialout, into which \`say\` writes. */
function plugInReader(): void {
  host.machine.run(`mkfifo /run/reader
    systemd-run --quiet --unit reader sh -c 'exec script --quiet --flush --command \\
      "stty raw -echo; tty > /run/reader-tty; exec sleep infinity" /dev/null <> /run/reader'
    until [ -s /run/reader-tty ]; do sleep 0.1; done
    port=$(cat /run/reader-tty) && chgrp dialout $port && chmod 660 $port && ln -s $port /run/reader-port`)
}
const say = (uid: string) => host.machine.run(`printf '${uid}\\r\\n' > /run/reader`)
const reads = () =>
  host.machine.run(`setpriv --reuid vehicle-control-hub --clear-groups ${NODE} /root/reads.js`)

describe('a host', () => {
  it('has the accounts, and gives the edge its groups', () => {
    const groups = host.machine.run('id --name --groups vehicle-control').split(' ')
    expect(groups).toEqual(expect.arrayContaining(['dialout', 'gpio', 'input', 'i2c']))
    expect(host.machine.run('getent passwd vehicle-control-hub')).toContain('nologin')
  })

  it('keeps a log that is bounded', () => {
    expect(host.machine.run('journalctl --header')).toContain('/var/log/journal/')
    expect(host.log('systemd-journald')).toMatch(/\/var\/log\/journal\/.* max 64(\.0)?M/)
  })

  it('understands the rules for devices', () => {
    const rules = '/etc/udev/rules.d/60-vehicle-control.rules'
    // bookworm's udev has no verify: it reads them all for a device, and complains.
    const [check, good] =
      SUITE === 'bookworm'
        ? ['test --action=add /sys/class/mem/null', `Reading rules file: ${rules}`]
        : [`verify ${rules}`, 'Success: 1']
    const said = host.machine.run(`udevadm ${check} 2>&1`)
    expect(said).toContain(good)
    expect(said).not.toContain('60-vehicle-control.rules:')
  })
})

describe('a gate', () => {
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'gate-'))
    const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
    const name = ['-subj', '/CN=hub.test', '-addext', 'subjectAltName=DNS:hub.test']
    const files = ['-keyout', key, '-out', certificate]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
    execFileSync('openssl', [...request, ...name, ...files], { stdio: 'ignore' })
    const { machine } = host
    machine.write('/etc/vehicle-control/hub.pem', readFileSync(certificate, 'utf8'), '0644')
    machine.write('/etc/vehicle-control/hub.key', readFileSync(key, 'utf8'))
    rmSync(folder, { recursive: true })
    machine.write('/etc/vehicle-control/hub.env', HUB_ENV)
    machine.write('/etc/vehicle-control/edge.json', JSON.stringify(EDGE_CONFIG), '0644')
    machine.write('/etc/resolv.conf', 'nameserver 127.0.0.1\n', '0644')
    machine.write('/root/names.js', NAME_SERVER)
    machine.write('/var/lib/reads.js', READS, '0644')
    machine.run(`chown vehicle-control-hub /etc/vehicle-control/hub.key && mv /var/lib/reads.js /root/ && chmod 755 /root
      systemd-run --quiet --unit names ${NODE} /root/names.js
      systemctl enable --quiet --now vehicle-control-hub vehicle-control-hub-backup.timer`)
    plugInReader()
  })

  it('enrols over TLS at a name, sends its reads, and keeps no used token', async () => {
    const { token } = JSON.parse(host.hub('agents enroll-token --code gate-1')) as { token: string }
    const rest = `EDGE_HUB_URL='https://hub.test:8443'
EDGE_AGENT_CODE='gate-1'
EDGE_CONFIG='/etc/vehicle-control/edge.json'
NODE_EXTRA_CA_CERTS='/etc/vehicle-control/hub.pem'
`
    host.machine.write(ENV, `EDGE_ENROLL_TOKEN='${token}'\n${rest}`)
    host.machine.run(`systemctl enable --quiet --now vehicle-control-enrolled.path ${EDGE}`)
    const log = () => host.log(EDGE)
    await soon(() => expect(log()).toContain('enrolled at the hub'))
    await soon(() => expect(host.machine.run(`cat ${ENV}`)).toBe(rest.trim()))
    expect(host.machine.run(`stat --format '%a %U' ${ENV}`)).toBe('600 root')

    await soon(() => expect(log()).toContain('serial port open'))
    say('E2003412DC03011826021234')
    await soon(() => expect(reads()).toBe('E2003412DC03011826021234'))
  })

  it('has a hub that sees its own account alone, and has a share of the memory', () => {
    const shown = (property: string) =>
      host.machine.run(`systemctl show --property ${property} --value vehicle-control-hub`)
    const pid = shown('MainPID')
    const seen = host.machine.run(`cat /proc/${pid}/uid_map`).split('\n')
    const counts = seen.map((line) => Number(line.trim().split(/\s+/)[2]))
    expect(counts).toEqual([1, 1])
    const memoryKiB = /^MemTotal: +(\d+)/.exec(host.machine.run('cat /proc/meminfo'))?.[1]
    const share = Number(shown('MemoryMax')) / 1024 / Number(memoryKiB)
    expect(share).toBeGreaterThan(0.7)
    expect(share).toBeLessThan(0.8)
  })

  it('backs the hub up with its own account', () => {
    host.machine.run('systemctl start vehicle-control-hub-backup.service')
    const folder = '/var/backups/vehicle-control-hub'
    expect(host.machine.run(`stat --format '%a %U' ${folder} ${folder}/*Z`).split('\n')).toEqual([
      '700 vehicle-control-hub',
      '600 vehicle-control-hub',
    ])
    const timers = host.machine.run('systemctl list-timers --no-pager')
    expect(timers).toContain('vehicle-control-hub-backup.service')
  })

  it('goes on after a reboot, and nothing of it was ended for a system call', async () => {
    await host.machine.reboot()
    host.machine.run(`systemd-run --quiet --unit names ${NODE} /root/names.js`)
    plugInReader()
    // The port is another one: it is opened again.
    await soon(() => {
      say('E2003412DC03011826025678')
      expect(reads()).toContain('E2003412DC03011826025678')
    })
    expect(reads()).toContain('E2003412DC03011826021234')
    for (const unit of [
      EDGE,
      'vehicle-control-hub',
      'vehicle-control-hub-backup',
      'vehicle-control-enrolled',
    ]) {
      expectNoForbiddenCall(host, unit)
      expect(host.show(unit, 'NRestarts')).toBe('0')
    }
  })
})
