import { chmodSync, chownSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TempMachine } from '../../testing/temp-machine.ts'
import { checkReader } from '../readers/reader-checks.ts'

let machine: TempMachine

beforeEach(() => {
  machine = new TempMachine()
  chmodSync(machine.file('/dev/ttyUSB0'), 0o666)
})
afterEach(() => machine.remove())

const BY_ID = '/dev/serial/by-id/usb-1a86-if00'
const reader = {
  id: 'gate',
  type: 'line',
  path: BY_ID,
  baudRate: 9600,
  silentAfterMs: 0,
  uid: 'epc',
} as const

async function found(change: object = {}, edgePid: number | null = null) {
  const findings = await checkReader(machine, { ...reader, ...change }, { edgePid })
  return findings.map(({ check, status, fix = '' }) => ({ said: `${check} ${status}`, fix }))
}
const said = async (...args: Parameters<typeof found>) => (await found(...args)).map((f) => f.said)

it('is content with a port that is there under its lasting name', async () => {
  machine.link(BY_ID, '../../ttyUSB0')
  expect(await said()).toEqual(['port ok', 'baud-rate ok'])
})

it('names the ports that there are when the configured one is not', async () => {
  const [port] = await found()
  expect(port?.said).toBe('port fault')
  expect(port?.fix).toContain('/dev/ttyUSB0')
  machine.link('/dev/serial/by-id/other', '../../ttyUSB0')
  expect((await found())[0]?.fix).toContain('/dev/serial/by-id/other')
  expect(await said({ path: '/dev' })).toContain('port fault')
})

it('advises the lasting name of a port that goes by its number', async () => {
  machine.link(BY_ID, '../../ttyUSB0')
  const [name] = await found({ path: '/dev/ttyUSB0' })
  expect(name).toMatchObject({ said: 'port-name warning' })
  expect(name?.fix).toContain(`"path": "${BY_ID}"`)
})

it('tells of a port that this account may not open', async () => {
  chmodSync(`${machine.root}/dev/ttyUSB0`, 0o660)
  if (process.getuid?.() === 0) chownSync(`${machine.root}/dev/ttyUSB0`, 0, 20)
  const path = '/dev/ttyUSB0'
  const owner = process.getuid?.() === 0 ? 20 : (process.getgid?.() ?? 0)
  machine.account = { uid: 4711, gids: [4711] }
  const [permission] = await found({ path })
  expect(permission?.said).toBe('port-permission fault')
  expect(permission?.fix).toContain('usermod -aG dialout')
  machine.account = { uid: 4711, gids: [4711, owner] }
  expect(await said({ path })).toEqual(['port ok', 'baud-rate ok'])
  machine.account = { uid: 0, gids: [0] }
  expect(await said({ path })).toEqual(['port ok', 'baud-rate ok'])
})

it('names who holds the port, unless that is the running edge', async () => {
  machine.file('/proc/812/comm', 'ModemManager\n')
  machine.link('/proc/812/fd/7', '/dev/ttyUSB0')
  machine.link('/proc/812/fd/1', '/dev/null')
  const path = '/dev/ttyUSB0'
  const [holder] = await found({ path })
  expect(holder).toMatchObject({ said: 'port-holder fault' })
  expect(holder?.fix).toBe('sudo systemctl mask --now ModemManager.service')
  expect(await said({ path }, 812)).toEqual(['port ok', 'baud-rate ok'])
})

it('masks the login that systemd would start again, and kills what somebody started', async () => {
  machine.link('/dev/serial0', 'ttyUSB0')
  machine.file('/proc/812/comm', 'agetty\n')
  machine.link('/proc/812/fd/0', '/dev/ttyUSB0')
  const [login] = await found({ path: '/dev/serial0' })
  expect(login?.fix).toBe('sudo systemctl mask --now serial-getty@ttyUSB0.service')
  machine.file('/proc/900/comm', 'minicom\n')
  machine.link('/proc/900/fd/3', '/dev/ttyUSB0')
  const [both] = await found({ path: '/dev/serial0' })
  expect(both?.fix).toBe('sudo systemctl mask --now serial-getty@ttyUSB0.service && sudo kill 900')
  const [program] = await found({ path: '/dev/serial0' }, 812)
  expect(program?.fix).toBe('cierre ese programa: sudo kill 900')
})

it("finds the system's console on the port, and a baud rate that nothing has", async () => {
  machine.file('/proc/cmdline', 'console=ttyUSB0,115200 root=/dev/mmcblk0p2')
  const findings = await said({ path: '/dev/ttyUSB0', baudRate: 960 })
  expect(findings).toEqual(['port ok', 'port-console fault', 'baud-rate warning'])
})

it('tells the connector for debugging of a Pi 5 from its pins', async () => {
  chmodSync(machine.file('/dev/ttyAMA10'), 0o666)
  machine.link('/dev/serial0', 'ttyAMA10')
  const [, debug] = await found({ path: '/dev/serial0' })
  expect(debug?.said).toBe('port-debug warning')
  expect(debug?.fix).toMatch(/dtparam=uart0=on .*"path": "\/dev\/ttyAMA0"$/)
  chmodSync(machine.file('/dev/ttyAMA0'), 0o666)
  expect((await found({ path: '/dev/ttyAMA10' }))[1]?.fix).toMatch(/^en EDGE_CONFIG/)
  expect(await said({ path: '/dev/ttyAMA0' })).toEqual(['port ok', 'baud-rate ok'])
})

it('looks for an input device among those', async () => {
  chmodSync(machine.file('/dev/input/event3'), 0o666)
  machine.link('/dev/input/by-id/usb-reader-event-kbd', '../event3')
  const [name] = await found({ path: '/dev/input/event3', baudRate: undefined })
  expect(name?.fix).toContain('/dev/input/by-id/usb-reader-event-kbd')
})
