import { expect, it } from 'vitest'
import { DeviceError } from '../device-error.ts'
import { NoGpioError } from './no-gpio-error.ts'
import { openAuto } from './open-auto.ts'

const order = ['libgpiod', 'gpiochip'] as const
const refuse = (error: Error) => () => Promise.reject(error)
const missing = refuse(new NoGpioError('no package'))

const openersOf = (gpiochip: () => Promise<string>) => ({
  libgpiod: missing,
  gpiochip,
  simulated: async () => 'simulated',
})

it.each([
  ['a package that is missing', missing, ['/dev/gpiochip0']],
  ['a line that is in use', refuse(new DeviceError('in use')), []],
] as const)('takes no simulated lines for %s', async (_, gpiochip, chips) => {
  const opening = openAuto(openersOf(gpiochip), { order, simulate: true, chips: async () => chips })
  await expect(opening).rejects.toThrow(DeviceError)
})

it('takes simulated lines where it may and there is no chip, and real ones before', async () => {
  const none = async () => []
  const openers = openersOf(missing)
  expect(await openAuto(openers, { order, simulate: true, chips: none })).toBe('simulated')
  await expect(openAuto(openers, { order, chips: none })).rejects.toThrow(/gpiochip: no package/)
  const real = openersOf(async () => 'real')
  expect(await openAuto(real, { order, simulate: true, chips: none })).toBe('real')
})
