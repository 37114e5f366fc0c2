import type { DriverTag } from '../device/device-driver.ts'
import { A0, type A0Frame } from './frame.ts'

/** Bytes of FreqAnt, PC and RSSI, which stand around the EPC. */
const AROUND_EPC = 4
const END_BYTES = 7

/**
 * What a frame of the real-time inventory says: a tag, the end of the round, or a fault of it by its
 * code; null when it is none of these.
 */
export type InventoryFrame = { tag: DriverTag } | { end: true } | { fault: number }

/** Reads a frame of an inventory; null for another command, and for data that fits no form. */
export function readInventoryFrame({ command, data }: A0Frame): InventoryFrame | null {
  if (command !== A0.REAL_TIME_INVENTORY) return null
  if (data.length === 1) return { fault: data[0] ?? 0 }
  // No tag is this long: its EPC would have three bytes, and an EPC has whole words.
  if (data.length === END_BYTES) return { end: true }
  const epcBytes = data.length - AROUND_EPC
  if (epcBytes <= 0) return null
  const uid = data.toString('hex', 3, 3 + epcBytes).toUpperCase()
  return { tag: { uid, antenna: ((data[0] ?? 0) & 3) + 1, rssi: dbmOf(data[3 + epcBytes] ?? 0) } }
}

// The vendor's table from memory, not found in a source: byte - 129 is dBm. Above 98 it has nothing.
function dbmOf(byte: number): number | undefined {
  return byte > 98 ? undefined : byte - 129
}
