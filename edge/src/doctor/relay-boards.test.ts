import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { TempMachine } from '../testing/temp-machine.ts'
import { checkBoards } from './relay-boards.ts'

let machine: TempMachine
beforeEach(() => {
  machine = new TempMachine()
})
afterEach(() => machine.remove())

async function said(boards: object[]): Promise<string[]> {
  const file = {
    readers: [{ id: 'gate', type: 'simulator' }],
    relays: { driver: 'simulated', lines: [], boards },
  }
  const env = { EDGE_HUB_URL: 'http://hub', EDGE_AGENT_CODE: 'g', EDGE_CONFIG: 'edge.json' }
  const config = loadConfig(env, () => JSON.stringify(file))
  const findings = await checkBoards(machine, config, null)
  return findings.map(({ check, subject, status }) => `${check} ${subject}: ${status}`)
}

const board = (name: string, more: object) => ({
  pulse: 'waveshare',
  lines: [{ channel: 1, name }],
  ...more,
})

it('asks each bus on the network once, by the names of its relays', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const at = { type: 'modbus_tcp', host: '127.0.0.1', port }
  const both = [board('Salida', { ...at, unit: 1 }), board('Patio', { ...at, unit: 2 })]
  expect(await said(both)).toEqual(['relay-board Salida, Patio: ok'])
  server.close()
  await once(server, 'close')
  expect(await said(both)).toEqual(['relay-board Salida, Patio: fault'])
})

it('looks at the serial port of a bus as at that of a reader', async () => {
  const serial = board('Salida', { type: 'modbus_rtu', path: '/dev/ttyUSB1', baudRate: 9601 })
  expect(await said([serial])).toEqual(['port Salida: fault', 'baud-rate Salida: warning'])
  chmodSync(machine.file('/dev/ttyUSB1'), 0o666)
  expect(await said([{ ...serial, baudRate: 9600 }])).toEqual([
    'port Salida: ok',
    'baud-rate Salida: ok',
  ])
})
