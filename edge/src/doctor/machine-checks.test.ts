import { truncateSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TempMachine } from '../testing/temp-machine.ts'
import { checkDisk } from './data-disk.ts'
import type { Finding } from './finding.ts'
import { checkRetention } from './gpio-retention.ts'
import { checkPackages } from './native-packages.ts'
import { checkUnit } from './service-unit.ts'
import { checkClock } from './system-clock.ts'

const MIB = 1024 * 1024
let machine: TempMachine
beforeEach(() => {
  machine = new TempMachine()
})
afterEach(() => machine.remove())

const said = (findings: Finding[]) => findings.map(({ check, status }) => `${check} ${status}`)

it('the disk: room, the size of the outbox against its cap, and a mount for reading only', () => {
  const disk = () => said(checkDisk(machine, '/var/lib/edge'))
  expect(disk()).toEqual(['disk ok', 'outbox ok'])
  machine.account = { uid: 0, gids: [0] }
  const outbox = machine.file('/var/lib/edge/outbox.db')
  truncateSync(outbox, 380 * MIB)
  machine.free = 700 * MIB
  expect(disk()).toEqual(['disk ok', 'outbox ok'])
  machine.free = 100 * MIB
  expect(disk()).toEqual(['disk ok', 'outbox warning'])
  machine.free = 20 * MIB
  expect(disk()).toEqual(['disk fault', 'outbox warning'])
  machine.file('/proc/mounts', '/dev/a / ext4 rw 0 0\n/dev/b /var ext4 ro,noatime 0 0\n')
  expect(disk()[0]).toBe('disk-read-only fault')
  machine.file('/proc/mounts', '/dev/a / ext4 ro 0 0\n/dev/b /var/lib ext4 rw 0 0\n')
  expect(disk()[0]).toBe('disk fault')
})

it('the disk: a data folder of another account', () => {
  machine.file('/var/lib/edge/identity.json')
  machine.account = { uid: 4711, gids: [4711] }
  expect(said(checkDisk(machine, '/var/lib/edge'))[0]).toBe('disk-permission warning')
})

it('the clock: not set, not synced, synced; and the one with a battery', async () => {
  expect(said(await checkClock(machine))).toEqual(['clock warning', 'rtc ok'])
  machine.prints.set('timedatectl', 'yes\n')
  machine.file('/sys/class/rtc/rtc0/since_epoch', `${machine.wall / 1000 - 5}\n`)
  expect(said(await checkClock(machine))).toEqual(['clock ok', 'rtc ok'])
  machine.file('/sys/class/rtc/rtc0/since_epoch', '0\n')
  expect(said(await checkClock(machine))).toEqual(['clock ok', 'rtc warning'])
  machine.wall = 0
  expect(said(await checkClock(machine))[0]).toBe('clock fault')
  machine.prints.clear()
  machine.wall = Date.UTC(2027, 1, 1)
  machine.file('/run/systemd/timesync/synchronized')
  expect(said(await checkClock(machine))[0]).toBe('clock ok')
})

it.each([
  ['no Raspberry Pi', {}, 'ok', 'ok'],
  ['one whose kernel does not tell', { model: 'Raspberry Pi 4' }, 'warning', 'warning'],
  ['one that keeps outputs', { pinctrl_bcm2835: 'Y' }, 'fault', 'warning'],
  ['a Pi 5 that keeps outputs', { pinctrl_rp1: 'Y' }, 'fault', 'warning'],
  ['one that lets them go', { pinctrl_rp1: 'N' }, 'ok', 'ok'],
])(
  'the retention of outputs: %s',
  (_, { model, ...drivers }: Record<string, string>, ...wanted) => {
    machine.file('/sys/firmware/devicetree/base/model', model)
    for (const [driver, value] of Object.entries(drivers)) {
      machine.file(`/sys/module/${driver}/parameters/persist_gpio_outputs`, `${value}\n`)
    }
    const found = [true, false].map(
      (movesRelays) => checkRetention(machine, movesRelays)[0]?.status,
    )
    expect(found).toEqual(wanted)
  },
)

it.each([
  [undefined, ['service ok']],
  ['LoadState=not-found\nActiveState=inactive\n', ['service warning']],
  ['LoadState=loaded\nActiveState=active\nUnitFileState=enabled\n', ['service ok']],
  [
    'LoadState=loaded\nActiveState=failed\nUnitFileState=disabled\n',
    ['service fault', 'service-boot warning'],
  ],
  ['LoadState=loaded\nActiveState=inactive\nUnitFileState=enabled\n', ['service warning']],
])('the unit that systemd shows as %s', async (shown, wanted) => {
  if (shown !== undefined) machine.prints.set('systemctl', shown)
  expect(said(await checkUnit(machine, null))).toEqual(wanted)
})

it('packages that do not load, and what needs them', async () => {
  machine.missing.add('serialport')
  const needed = ['serialport', 'koffi'].map((name) => ({ name, by: 'el lector gate' }))
  const [serialport, koffi] = await checkPackages(machine, needed)
  expect(serialport).toMatchObject({ status: 'fault', subject: 'serialport' })
  expect(serialport?.text).toContain('el lector gate')
  expect(koffi?.status).toBe('ok')
})
