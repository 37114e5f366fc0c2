import { expect, it } from 'vitest'
import { readHardwareSerial } from './hardware-serial.ts'

function machineWith(files: Record<string, string>) {
  return (path: string) => {
    const text = files[path]
    if (text === undefined) throw new Error('ENOENT')
    return text
  }
}

it('the hardware serial is the serial number of the board', () => {
  const files = { '/sys/firmware/devicetree/base/serial-number': '10000000a1b2c3d4\0' }
  expect(readHardwareSerial(machineWith(files))).toBe('10000000a1b2c3d4')
})

it('the hardware serial is a hash of the machine id elsewhere, never the id itself', () => {
  const id = '0123456789abcdef0123456789abcdef'
  const serial = readHardwareSerial(machineWith({ '/etc/machine-id': `${id}\n` }))
  expect(serial).toMatch(/^[0-9a-f]{16}$/)
  expect(id).not.toContain(serial)
})

it('the hardware serial is null where there is neither', () => {
  expect(readHardwareSerial(machineWith({}))).toBeNull()
  expect(readHardwareSerial(machineWith({ '/etc/machine-id': '' }))).toBeNull()
})
