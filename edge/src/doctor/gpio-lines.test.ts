import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { TempMachine } from '../testing/temp-machine.ts'
import { checkLines } from './gpio-lines.ts'

let machine: TempMachine
beforeEach(() => {
  machine = new TempMachine()
})
afterEach(() => machine.remove())

const FILE = {
  readers: [{ id: 'gate', type: 'simulator' }],
  relays: { driver: 'auto', lines: [{ pin: 17 }] },
  inputs: [{ id: 'exit', pin: 5, rule: 'open', relay: 17 }],
}

const WIEGAND = { id: 'talanquera', type: 'wiegand', d0: 20, d1: 21 }

async function said(
  relays: object = {},
  edgePid: number | null = null,
  readers: object[] = FILE.readers,
): Promise<string[]> {
  const file = { ...FILE, readers, relays: { ...FILE.relays, ...relays } }
  const env = { EDGE_HUB_URL: 'http://hub', EDGE_AGENT_CODE: 'g', EDGE_CONFIG: 'edge.json' }
  const config = loadConfig(env, () => JSON.stringify(file))
  const findings = await checkLines(machine, config, edgePid)
  expect(machine.system.openFds.size).toBe(0)
  return findings.map(({ check, subject = '', status }) => `${check} ${subject} ${status}`.trim())
}

it('finds the chip by its label and the lines free, and takes none', async () => {
  expect(await said()).toEqual(['gpio-chip  ok', 'gpio-line 17 ok', 'gpio-line 5 ok'])
  expect(machine.system.calls).toEqual([])
  expect(await said({ driver: 'simulated' })).toEqual([])
})

it('tells a chip that there is not from one that may not be opened', async () => {
  expect(await said({ chip: 'pinctrl-rp1' })).toEqual(['gpio-chip  fault'])
  machine.system.refused.set('/dev/gpiochip0', 'EACCES')
  expect(await said()).toEqual(['gpio-chip  fault'])
})

it('names who holds a line, and knows the running edge', async () => {
  machine.system.others.set(17, 'vehicle-control').set(5, 'gpioset')
  const config = ['gpio-chip  ok', 'gpio-line 17 ok', 'gpio-line 5 fault']
  expect(await said({}, 812)).toEqual(config)
  expect((await said()).at(1)).toBe('gpio-line 17 fault')
})

it('looks at the lines of Wiegand readers too, by their own chip', async () => {
  machine.system.others.set(21, 'gpioset')
  const own = ['gpio-line 20 ok', 'gpio-line 21 fault']
  const moved = ['gpio-chip  ok', 'gpio-line 17 ok', 'gpio-line 5 ok']
  expect(await said({}, null, [WIEGAND])).toEqual([...moved, ...own])
  expect(await said({ driver: 'simulated' }, null, [WIEGAND])).toEqual(['gpio-chip  ok', ...own])
  const apart = [{ ...WIEGAND, chip: 'mcp23017' }]
  expect(await said({}, null, apart)).toEqual([...moved, 'gpio-chip  fault'])
})
