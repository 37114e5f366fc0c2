import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Host, soon } from './host.ts'

const EDGE_ENV = `EDGE_HUB_URL=http://127.0.0.1:8080
EDGE_AGENT_CODE=gate-1
EDGE_CONFIG=/etc/vehicle-control/edge.json
`
const EDGE_CONFIG = {
  readers: [
    { id: 'gate', type: 'line', path: '/dev/ttyUSB0' },
    { id: 'desk', type: 'hid', path: '/dev/input/event77' },
  ],
  relays: { driver: 'simulated', lines: [{ pin: 17 }] },
}
const units = ['vehicle-control-hub', 'vehicle-control-edge']

let host: Host
beforeAll(async () => {
  host = await Host.install()
})
afterAll(() => host?.end())

const write = (path: string, text: string, mode?: string) =>
  host.machine.write(`/etc/vehicle-control/${path}`, text, mode)

it('a missing environment file is named in the log', () => {
  for (const unit of units) {
    expect(() => host.machine.run(`systemctl start ${unit}`)).toThrow('exit 1')
    const file = `${unit.replace('vehicle-control-', '/etc/vehicle-control/')}.env`
    expect(host.log(unit)).toContain(`${file} is missing`)
    host.machine.run(`systemctl stop ${unit}`)
  }
})

describe('the hub', () => {
  it('is started when it answers, and not before', () => {
    write('hub.env', 'HUB_HOST=127.0.0.1\n')
    host.machine.run('systemctl start vehicle-control-hub')
    expect(host.log('vehicle-control-hub')).toContain('"msg":"listening"')
  })

  it('that hangs is ended and started again', async () => {
    await expectBackAfterHang('vehicle-control-hub')
    host.machine.run('systemctl stop vehicle-control-hub')
    expect(host.show('vehicle-control-hub', 'Result')).toBe('success')
  })

  it('that dies at its start fails the start, and is not tried again when no restart can help', () => {
    write('hub.env', 'HUB_PORT=nonsense\n')
    expect(() => host.machine.run('systemctl start vehicle-control-hub')).toThrow('exit 1')
    expect(host.show('vehicle-control-hub', 'ExecMainStatus')).toBe('78')
    expect(host.show('vehicle-control-hub', 'ActiveState')).toBe('failed')
  })
})

describe('the edge', () => {
  it('opens devices of its groups that were never there when it started', async () => {
    expect(host.machine.run('cat /proc/devices')).not.toContain('ttyUSB')
    write('edge.env', EDGE_ENV)
    write('edge.json', JSON.stringify(EDGE_CONFIG), '0644')
    host.machine.run('systemctl start vehicle-control-edge')
    host.machine.run(`mknod -m 660 /dev/ttyUSB0 c 188 0 && chgrp dialout /dev/ttyUSB0
      mkdir -p /dev/input && mknod -m 660 /dev/input/event77 c 13 141 && chgrp input /dev/input/event77`)
    host.machine.run(`kill -KILL ${host.show('vehicle-control-edge', 'MainPID')}`)
    // There is no such hardware: the kernel's answer comes only where unit and groups let the open pass.
    const log = () => host.log('vehicle-control-edge')
    await soon(() => expect(log()).toMatch(/ttyUSB0.*No such device or address/))
    await soon(() => expect(log()).toMatch(/event77.*(ENODEV|ENXIO|no such device)/i))
    expect(log()).not.toMatch(/not permitted|EACCES|EPERM|Permission denied/)
  })

  it('that is killed has its relays switched off, and comes back', async () => {
    await soon(() => expect(host.show('vehicle-control-edge', 'ActiveState')).toBe('active'))
    const pid = host.show('vehicle-control-edge', 'MainPID')
    const timesOff = () => host.log('vehicle-control-edge').split('the relays are off').length
    const before = timesOff()
    host.machine.run(`kill -KILL ${pid}`)
    await soon(() => expect(timesOff()).toBe(before + 1))
    await soon(() => expect(host.show('vehicle-control-edge', 'ActiveState')).toBe('active'))
    expect(host.show('vehicle-control-edge', 'MainPID')).not.toBe(pid)
  })

  it('that hangs is ended and started again', () => expectBackAfterHang('vehicle-control-edge'))

  it('that is configured wrong is not tried again', async () => {
    host.machine.run('systemctl stop vehicle-control-edge')
    expect(host.show('vehicle-control-edge', 'Result')).toBe('success')
    write('edge.json', '{"relays": 1}', '0644')
    expect(() => host.machine.run('systemctl start vehicle-control-edge')).toThrow('exit 1')
    expect(host.show('vehicle-control-edge', 'ExecMainStatus')).toBe('78')
    await soon(() => expect(host.show('vehicle-control-edge', 'ActiveState')).toBe('failed'))
  })
})

/** With a watchdog of 3 s instead of 30. */
async function expectBackAfterHang(unit: string): Promise<void> {
  host.machine.run(`mkdir -p /run/systemd/system/${unit}.service.d
    printf '[Service]\\nWatchdogSec=3\\n' > /run/systemd/system/${unit}.service.d/quick.conf
    systemctl daemon-reload && systemctl restart ${unit}`)
  // Fed: it outlives its watchdog.
  const pid = host.show(unit, 'MainPID')
  const fed = host.show(unit, 'WatchdogTimestampMonotonic')
  await soon(() =>
    expect(Number(host.show(unit, 'WatchdogTimestampMonotonic'))).toBeGreaterThan(
      Number(fed) + 4e6,
    ),
  )
  expect(host.show(unit, 'MainPID')).toBe(pid)
  host.machine.run(`kill -STOP ${pid}`)
  await soon(() => expect(Number(host.show(unit, 'NRestarts'))).toBeGreaterThan(0))
  await soon(() => expect(host.show(unit, 'ActiveState')).toBe('active'))
  expect(host.show(unit, 'MainPID')).not.toBe(pid)
  expect(host.log(unit)).toContain('Watchdog timeout')
}
