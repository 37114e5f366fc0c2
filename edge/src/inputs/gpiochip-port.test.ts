import { beforeEach, expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { FakeGpio } from '../testing/fake-gpio.ts'
import { openGpiochipPort } from './gpiochip-port.ts'

let system: FakeGpio
beforeEach(() => {
  system = new FakeGpio()
})
const open = (wiring: { activeLow?: boolean; bias?: 'pull-up' | 'none' } = {}) =>
  openGpiochipPort({
    system,
    wiring: { pin: 5, activeLow: false, ...wiring },
    monotonic: () => 7,
  })

it.each([
  [{}, 0b10_0011_0100n],
  [{ activeLow: true }, 0b1_0011_0110n],
  [{ bias: 'pull-up' as const }, 0b1_0011_0100n],
  [{ bias: 'none' as const }, 0b100_0011_0100n],
])('an input line %j is taken with both edges and its bias', (wiring, flags) => {
  open(wiring)
  expect(system.held(5)?.flags).toBe(flags)
  expect(system.calls).toEqual(['take 5 as it is'])
  expect(system.openFds.size).toBe(1)
})

it('an input line tells its level at first, and then each edge with its own time', () => {
  const port = open()
  expect(port.changes()).toEqual([{ active: false, at: 7 }])
  expect(port.changes()).toEqual([])
  system.edge(5, 1, 100.5)
  system.edge(5, 0, 101)
  expect(port.changes()).toEqual([
    { active: true, at: 100.5 },
    { active: false, at: 101 },
  ])
  for (let at = 0; at < 20; at++) system.edge(5, 1, at)
  const burst = port.changes()
  expect(burst).toHaveLength(16)
  expect(burst.filter(({ afterGap }) => afterGap)).toEqual([
    { active: true, at: 0, afterGap: true },
  ])
  expect(port.changes()).toEqual([16, 17, 18, 19].map((at) => ({ active: true, at })))
})

it('an input line whose last edge was lost tells its level all the same', () => {
  const port = open()
  port.changes()
  const line = system.held(5)
  if (line !== undefined) line.level = 1
  expect(port.changes()).toEqual([{ active: true, at: 7 }])
})

it('an input line that does not answer, or is held by another, says so', () => {
  const port = open()
  system.lineFault = 'EIO'
  expect(() => port.changes()).toThrow(new DeviceError('line 5 does not answer (EIO)'))
  port.close()
  port.close()
  expect(system.openFds.size).toBe(0)
  system.others.set(5, 'gpiomon')
  expect(() => open()).toThrow('line 5 is in use by gpiomon')
  expect(system.openFds.size).toBe(0)
})
