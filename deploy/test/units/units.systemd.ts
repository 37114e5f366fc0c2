import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Machine } from './machine.ts'

const EDGE_ENV = `EDGE_HUB_URL=http://127.0.0.1:8080
EDGE_AGENT_CODE=gate-1
EDGE_CONFIG=/etc/vehicle-control/edge.json`
const EDGE_CONFIG = {
  readers: [{ id: 'gate', type: 'line', path: '/dev/ttyUSB0' }],
  relays: { driver: 'simulated', lines: [{ pin: 17 }] },
}
const units = ['vehicle-control-hub', 'vehicle-control-edge']

let machine: Machine
beforeAll(async () => {
  machine = await Machine.boot()
})
afterAll(() => machine?.end())

const write = (path: string, text: string) =>
  machine.run(`cat > /etc/vehicle-control/${path} <<'END'\n${text}\nEND`)
const logOf = (unit: string) => machine.run(`journalctl --unit ${unit} --output cat --no-pager`)
const show = (unit: string, property: string) =>
  machine.run(`systemctl show ${unit} --property ${property} --value`)
const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 200 })

it('a missing environment file is named in the log', () => {
  for (const unit of units) {
    expect(() => machine.run(`systemctl start ${unit}`)).toThrow('exit 1')
    const file = `${unit.replace('vehicle-control-', '/etc/vehicle-control/')}.env`
    expect(logOf(unit)).toContain(`${file} is missing`)
    machine.run(`systemctl stop ${unit}`)
  }
})

describe('the hub', () => {
  it('is started when it answers, and not before', () => {
    write('hub.env', 'HUB_HOST=127.0.0.1')
    machine.run('systemctl start vehicle-control-hub')
    expect(logOf('vehicle-control-hub')).toContain('"msg":"listening"')
  })

  it('that hangs is ended and started again', async () => {
    await expectBackAfterHang('vehicle-control-hub')
    machine.run('systemctl stop vehicle-control-hub')
    expect(show('vehicle-control-hub', 'Result')).toBe('success')
  })

  it('that dies at its start fails the start, and is not tried again when no restart can help', () => {
    write('hub.env', 'HUB_PORT=nonsense')
    expect(() => machine.run('systemctl start vehicle-control-hub')).toThrow('exit 1')
    expect(show('vehicle-control-hub', 'ExecMainStatus')).toBe('78')
    expect(show('vehicle-control-hub', 'ActiveState')).toBe('failed')
  })
})

describe('the edge', () => {
  it('opens an adapter that was never there when it started', async () => {
    expect(machine.run('cat /proc/devices')).not.toContain('ttyUSB')
    write('edge.env', EDGE_ENV)
    write('edge.json', JSON.stringify(EDGE_CONFIG))
    machine.run('systemctl start vehicle-control-edge')
    machine.run(
      'mknod /dev/ttyUSB0 c 188 0 && chgrp dialout /dev/ttyUSB0 && chmod 660 /dev/ttyUSB0',
    )
    machine.run('systemctl kill --signal SIGKILL vehicle-control-edge')
    // There is no such hardware: the kernel's answer comes only where the unit lets the open pass.
    await soon(() => expect(logOf('vehicle-control-edge')).toContain('No such device or address'))
    expect(logOf('vehicle-control-edge')).not.toContain('not permitted')
  })

  it('that is killed has its relays switched off, and comes back', async () => {
    await soon(() => expect(show('vehicle-control-edge', 'ActiveState')).toBe('active'))
    const pid = show('vehicle-control-edge', 'MainPID')
    const timesOff = () => logOf('vehicle-control-edge').split('the relays are off').length
    const before = timesOff()
    machine.run(`kill -KILL ${pid}`)
    await soon(() => expect(timesOff()).toBe(before + 1))
    await soon(() => expect(show('vehicle-control-edge', 'ActiveState')).toBe('active'))
    expect(show('vehicle-control-edge', 'MainPID')).not.toBe(pid)
  })

  it('that hangs is ended and started again', () => expectBackAfterHang('vehicle-control-edge'))

  it('that is configured wrong is not tried again', async () => {
    machine.run('systemctl stop vehicle-control-edge')
    expect(show('vehicle-control-edge', 'Result')).toBe('success')
    write('edge.json', '{"relays": 1}')
    expect(() => machine.run('systemctl start vehicle-control-edge')).toThrow('exit 1')
    expect(show('vehicle-control-edge', 'ExecMainStatus')).toBe('78')
    await soon(() => expect(show('vehicle-control-edge', 'ActiveState')).toBe('failed'))
  })
})

/** With a watchdog of 3 s instead of 30. */
async function expectBackAfterHang(unit: string): Promise<void> {
  machine.run(`mkdir -p /run/systemd/system/${unit}.service.d
    printf '[Service]\\nWatchdogSec=3\\n' > /run/systemd/system/${unit}.service.d/quick.conf
    systemctl daemon-reload && systemctl restart ${unit}`)
  // Fed: it outlives its watchdog.
  const pid = show(unit, 'MainPID')
  const fed = show(unit, 'WatchdogTimestampMonotonic')
  await soon(() =>
    expect(Number(show(unit, 'WatchdogTimestampMonotonic'))).toBeGreaterThan(Number(fed) + 4e6),
  )
  expect(show(unit, 'MainPID')).toBe(pid)
  machine.run(`kill -STOP ${pid}`)
  await soon(() => expect(Number(show(unit, 'NRestarts'))).toBeGreaterThan(0))
  await soon(() => expect(show(unit, 'ActiveState')).toBe('active'))
  expect(show(unit, 'MainPID')).not.toBe(pid)
  expect(logOf(unit)).toContain('Watchdog timeout')
}
