import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const DEVICE_TREE_SERIAL = '/sys/firmware/devicetree/base/serial-number'
const MACHINE_ID = '/etc/machine-id'

/**
 * An id of this board, which a clone of its card does not share: the serial number of the device
 * tree; on other machines 16 hex digits of the SHA-256 of the machine id, which machine-id(5) asks
 * not to send as it is. Null where there is neither.
 */
export function readHardwareSerial(
  readFile = (path: string) => readFileSync(path, 'utf8'),
): string | null {
  const serial = readOrEmpty(readFile, DEVICE_TREE_SERIAL).replaceAll('\0', '').trim()
  if (serial !== '') return serial.slice(0, 64)
  const machineId = readOrEmpty(readFile, MACHINE_ID).trim()
  if (machineId === '') return null
  return createHash('sha256').update(machineId).digest('hex').slice(0, 16)
}

function readOrEmpty(readFile: (path: string) => string, path: string): string {
  try {
    return readFile(path)
  } catch {
    // Absent on this machine: the next source is asked.
    return ''
  }
}
