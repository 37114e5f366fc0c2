import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { serviceEnvironment } from '../service-environment.ts'
import { TempMachine } from '../testing/temp-machine.ts'
import { checkDisk } from './data-disk.ts'
import { checkSharedPorts } from './readers/shared-port.ts'

let machine: TempMachine

beforeEach(() => {
  machine = new TempMachine()
})
afterEach(() => machine.remove())

function hidden(): never {
  throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
}

it('says sudo where the files of the service are not for this account', () => {
  expect(() => serviceEnvironment({}, hidden)).toThrow(
    /^\/etc\/vehicle-control\/edge.env no se puede leer \(EACCES\); repítalo con sudo$/,
  )
  const env = { EDGE_HUB_URL: 'http://127.0.0.1', EDGE_AGENT_CODE: 'gate-1' }
  expect(serviceEnvironment(env, hidden).file).toBeNull()
  expect(() => loadConfig({ ...env, EDGE_CONFIG: '/etc/edge.json' }, hidden)).toThrow(
    'sudo chmod a+r /etc/edge.json',
  )
})

it('takes an outbox that this account may not see for none that is missing', () => {
  mkdirSync(join(machine.root, 'data'))
  chmodSync(join(machine.root, 'data'), 0o700)
  const outbox = () => checkDisk(machine, '/data').find(({ check }) => check === 'outbox')
  machine.account = { uid: 4711, gids: [4711] }
  expect(outbox()).toMatchObject({ status: 'warning', fix: 'repítalo con sudo' })
  machine.account = { uid: 0, gids: [0] }
  expect(outbox()).toMatchObject({ status: 'ok' })
})

it('tells of two readers on one port that has two names', () => {
  machine.file('/dev/ttyAMA0')
  machine.file('/dev/ttyUSB0')
  machine.link('/dev/serial0', 'ttyAMA0')
  const readers = [
    { id: 'in', path: '/dev/serial0' },
    { id: 'net' },
    { id: 'usb', path: '/dev/ttyUSB0' },
    { id: 'gone', path: '/dev/ttyUSB7' },
    { id: 'out', path: '/dev/ttyAMA0' },
  ]
  expect(checkSharedPorts(machine, readers)).toMatchObject([
    { subject: 'out', status: 'fault', text: expect.stringContaining('del lector in') },
  ])
  expect(checkSharedPorts(machine, readers.slice(0, 4))).toEqual([])
})
