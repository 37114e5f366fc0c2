import { beforeEach, expect, it } from 'vitest'
import { DeviceError } from '../../device-error.ts'
import { libgpiodLine, type Libgpiod } from '../../gpio/libgpiod.ts'
import { NoGpioError } from '../../gpio/no-gpio-error.ts'
import { RelayLostError } from '../relay-driver.ts'
import { openLibgpiodDriver } from './driver.ts'

const lines = [
  { pin: 17 as const, activeLow: false, maxOnMs: 1000 },
  { pin: 27 as const, activeLow: true, maxOnMs: 1000 },
]
const fail = (code: string) => {
  throw Object.assign(new Error(`${code}, ::call`), { code })
}

/** The package's classes over lines that the test sees. */
function fakeLibgpiod() {
  const state = {
    labels: ['pinctrl-bcm2711'],
    refused: '',
    others: new Map<number, string>(),
    stuck: false,
    gone: false,
    made: [] as string[],
    held: new Map<number, { flags: number; value: number }>(),
  }
  class Chip {
    constructor(label: string) {
      if (state.refused !== '') fail(state.refused)
      if (!state.labels.includes(label)) fail('ENOENT')
      state.made.push(label)
    }
  }
  class Line {
    readonly offset: number

    constructor(_chip: object, offset: number) {
      this.offset = offset
      state.made.push(`line ${offset}`)
    }

    get consumer() {
      return state.others.get(this.offset)
    }

    requestOutputModeFlags(_consumer: string, flags: number, value: number) {
      if (state.held.has(this.offset) || state.others.has(this.offset)) fail('EBUSY')
      state.held.set(this.offset, { flags, value })
    }

    requestInputModeFlags(consumer: string, flags: number) {
      this.requestOutputModeFlags(consumer, flags, 0)
    }

    setValue(value: number) {
      if (state.gone) fail('ENODEV')
      const line = state.held.get(this.offset)
      if (line === undefined) fail('EPERM')
      else if (!state.stuck) line.value = value
    }

    getValue() {
      return state.held.get(this.offset)?.value ?? fail('EPERM')
    }

    update() {}

    release() {
      state.held.delete(this.offset)
    }
  }
  return { libgpiod: { Chip, Line } satisfies Libgpiod, state }
}

let fake: ReturnType<typeof fakeLibgpiod>
beforeEach(() => {
  fake = fakeLibgpiod()
})
const open = (chip?: string) => openLibgpiodDriver({ libgpiod: fake.libgpiod, chip, lines })

it('the libgpiod driver takes its lines off, with their polarity, and sees what does not move', () => {
  const driver = open()
  expect([...fake.state.held]).toEqual([
    [17, { flags: 0, value: 0 }],
    [27, { flags: 4, value: 0 }],
  ])
  driver.set(27, 1)
  expect(fake.state.held.get(27)?.value).toBe(1)
  fake.state.stuck = true
  expect(() => driver.set(17, 1)).toThrow('line 17 did not move')
  fake.state.held.clear()
  expect(() => driver.set(17, 0)).toThrow(new DeviceError('line 17 does not answer (EPERM)'))
  driver.close()
  expect(() => driver.set(17, 0)).toThrow('line 17 is not open')
})

it('the libgpiod driver has one chip and one line a pin for ever, however often it is opened', () => {
  open().close()
  open().close()
  libgpiodLine(fake.libgpiod, undefined, 17)
  expect(fake.state.made).toEqual(['pinctrl-bcm2711', 'line 17', 'line 27'])
})

it('the libgpiod driver names who holds a line, and lets go of the others', () => {
  fake.state.others.set(27, 'gpioset')
  expect(() => open()).toThrow(new DeviceError('line 27 is in use by gpioset'))
  expect(fake.state.held.size).toBe(0)
  fake.state.others.clear()
  open().close()
})

it('the libgpiod driver tells a missing chip from one that may not be opened', () => {
  expect(() => open('pinctrl-rp1')).toThrow(NoGpioError)
  fake.state.refused = 'EACCES'
  expect(() => open()).toThrow(/cannot be opened \(EACCES\); add the user to the group gpio/)
  expect(() => open()).not.toThrow(NoGpioError)
})

it('the libgpiod driver whose chip is gone is lost, and opened anew finds the chip that came back', () => {
  const driver = open()
  driver.set(17, 1)
  fake.state.gone = true
  expect(() => driver.set(17, 0)).toThrow(new RelayLostError('line 17 does not answer (ENODEV)'))
  expect(() => driver.set(17, 0)).toThrow(RelayLostError)
  driver.close()
  fake.state.gone = false
  open().set(17, 0)
  expect(fake.state.made.filter((made) => made === 'pinctrl-bcm2711')).toHaveLength(2)
})
