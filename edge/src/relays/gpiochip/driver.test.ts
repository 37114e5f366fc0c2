import { beforeEach, expect, it } from 'vitest'
import { DeviceError } from '../../device-error.ts'
import { NoGpioError } from '../../gpio/no-gpio-error.ts'
import { FakeGpio } from '../../testing/fake-gpio.ts'
import { RelayLostError } from '../relay-driver.ts'
import { openGpiochipDriver } from './driver.ts'

const lines = [
  { pin: 17 as const, activeLow: false, maxOnMs: 1000 },
  { pin: 27 as const, activeLow: true, maxOnMs: 1000 },
]
const OUTPUT = 8n
const OUTPUT_ACTIVE_LOW = 10n
let system: FakeGpio
beforeEach(() => {
  system = new FakeGpio()
})
const open = (chip?: string) => openGpiochipDriver({ system, chip, lines })

it('the gpiochip driver takes its lines with every relay off, and keeps no chip open', () => {
  const driver = open()
  expect(system.calls).toEqual(['take 17 off', 'take 27 off'])
  expect([17, 27].map((pin) => system.held(pin)?.flags)).toEqual([OUTPUT, OUTPUT_ACTIVE_LOW])
  expect(system.held(17)?.consumer).toBe('vehicle-control')
  expect(system.openFds.size).toBe(2)
  driver.set(17, 1)
  driver.set(17, 0)
  driver.set(27, 1)
  expect([17, 27].map((pin) => system.held(pin)?.level)).toEqual([0, 1])
  driver.close()
  driver.close()
  expect(system.openFds.size).toBe(0)
  expect(() => driver.set(17, 1)).toThrow(DeviceError)
})

it('the gpiochip driver finds its chip by label, whatever its number', () => {
  system.label = 'pinctrl-rp1'
  system.paths = ['/dev/gpiochip4']
  open().close()
  open('pinctrl-rp1').close()
  expect(() => open('pinctrl-bcm2835')).toThrow(
    new NoGpioError(
      'no GPIO chip is labelled pinctrl-bcm2835: there are pinctrl-rp1; set chip to one of them',
    ),
  )
  expect(system.openFds.size).toBe(0)
})

it('the gpiochip driver tells a missing chip from one that may not be opened', () => {
  system.paths = []
  expect(() => open()).toThrow(/pinctrl-rp1 or .*: there is none; is this a Raspberry Pi\?/)
  expect(() => open()).toThrow(NoGpioError)
  system.paths = ['/dev/gpiochip0']
  system.refused.set('/dev/gpiochip0', 'EACCES')
  expect(() => open()).toThrow(
    '/dev/gpiochip0 cannot be opened (EACCES); add the user to the group gpio: usermod -aG gpio USER',
  )
  expect(() => open()).not.toThrow(NoGpioError)
})

it('the gpiochip driver names who holds a line, and lets go of the others', () => {
  system.others.set(27, 'gpioset')
  expect(() => open()).toThrow(new DeviceError('line 27 is in use by gpioset'))
  expect(system.openFds.size).toBe(0)
  system.others.set(27, '')
  expect(() => open()).toThrow('line 27 is in use by another process')
  system.others.clear()
  open().close()
})

it('the gpiochip driver sees a line that did not move', () => {
  const driver = open()
  system.stuck.add(17)
  expect(() => driver.set(17, 1)).toThrow('line 17 did not move')
  driver.set(17, 0)
  driver.set(27, 1)
  system.lineFault = 'EIO'
  expect(() => driver.set(17, 0)).toThrow('line 17 does not answer (EIO)')
  expect(() => driver.set(17, 0)).not.toThrow(RelayLostError)
  system.lineFault = 'ENODEV'
  expect(() => driver.set(17, 0)).toThrow(RelayLostError)
})
