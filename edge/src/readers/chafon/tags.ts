import type { DriverTag } from '../device/device-driver.ts'
import { CHAFON, CHAFON_STATUS, type ChafonFrame } from './frame.ts'

/** What the firmware answers: `old` (UHFReader09, 18, 86), or `new` (288, UHFEx10) with antenna and RSSI. */
export type ChafonVariant = 'old' | 'new'

const EPC_MAX_BYTES = 62

const CARRIES_TAGS: ReadonlySet<number> = new Set([
  CHAFON_STATUS.DONE,
  CHAFON_STATUS.TIMEOUT,
  CHAFON_STATUS.MORE,
  CHAFON_STATUS.MEMORY_FULL,
])

/**
 * The tags of an answer, none for one that carries none; null for one whose lengths do not add up:
 * its CRC holds, so it comes from the other firmware.
 */
export function chafonTags(frame: ChafonFrame, variant: ChafonVariant): DriverTag[] | null {
  if (frame.command === CHAFON.UNASKED) {
    if (frame.status !== CHAFON_STATUS.OK) return []
    if (variant === 'old') return bare(frame.data)
    return list(frame.data, { from: 1, count: 1, antenna: antennaOf(frame.data[0]), rssi: true })
  }
  if (frame.command !== CHAFON.INVENTORY && frame.command !== CHAFON.SINGLE_INVENTORY) return []
  if (!CARRIES_TAGS.has(frame.status) || frame.data.length === 0) return []
  if (variant === 'old')
    return list(frame.data, { from: 1, count: frame.data[0] ?? 0, rssi: false })
  const antenna = antennaOf(frame.data[0])
  return list(frame.data, { from: 2, count: frame.data[1] ?? 0, antenna, rssi: true })
}

interface ListOptions {
  from: number
  count: number
  antenna?: number
  rssi: boolean
}

function list(data: Buffer, { from, count, antenna, rssi }: ListOptions): DriverTag[] | null {
  const tags: DriverTag[] = []
  let at = from
  for (let n = 0; n < count; n++) {
    const start = at + 1
    const end = start + (data[at] ?? 0)
    if (end === start || end + (rssi ? 1 : 0) > data.length) return null
    const uid = data.toString('hex', start, end).toUpperCase()
    tags.push({ uid, antenna, rssi: rssi ? dbmOf(data[end]) : undefined })
    at = rssi ? end + 1 : end
  }
  return at === data.length ? tags : null
}

// UHFReader18 and 86 in active mode: the EPC and nothing else. An EPC has whole words; what newer
// firmware tells has an odd number of bytes.
function bare(data: Buffer): DriverTag[] | null {
  if (data.length === 0 || data.length % 2 !== 0 || data.length > EPC_MAX_BYTES) return null
  return [{ uid: data.toString('hex').toUpperCase() }]
}

// One bit an antenna; several at once name none.
function antennaOf(bits = 0): number | undefined {
  return bits !== 0 && (bits & (bits - 1)) === 0 ? 32 - Math.clz32(bits) : undefined
}

// Modules of the E series send dBm as a signed byte. Older ones send a figure without a known scale,
// which is never negative and is left out.
function dbmOf(byte = 0): number | undefined {
  return byte < 0x80 ? undefined : byte - 0x100
}
