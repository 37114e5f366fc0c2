import { readFileSync } from 'node:fs'
import { DeviceError } from '../../device-error.ts'

/**
 * The authorities in a PEM file; undefined, for those that Node knows, where none is named.
 *
 * @throws DeviceError when the file cannot be read.
 */
export function authoritiesIn(caFile: string | undefined): Buffer | undefined {
  if (caFile === undefined) return undefined
  try {
    return readFileSync(caFile)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new DeviceError(`caFile ${caFile} cannot be read (${code})`, { cause })
  }
}
