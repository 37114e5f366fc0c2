/**
 * Version 2 of the kernel's GPIO interface, linux/gpio.h: its calls and the layout of their structures,
 * which is the same on 64-bit and 32-bit ARM and x86, all of them little-endian.
 */
export const Ioctl = {
  chipInfo: 0x8044_b401,
  lineInfo: 0xc100_b405,
  getLine: 0xc250_b407,
  getValues: 0xc010_b40e,
  setValues: 0xc010_b40f,
} as const

/** gpio_v2_line_flag */
export const LineFlag = {
  activeLow: 1n << 1n,
  input: 1n << 2n,
  output: 1n << 3n,
  edgeRising: 1n << 4n,
  edgeFalling: 1n << 5n,
  biasPullUp: 1n << 8n,
  biasPullDown: 1n << 9n,
  biasDisabled: 1n << 10n,
} as const

const NAME_BYTES = 32
const CHIP_INFO_BYTES = 68
const LINE_INFO_BYTES = 256
const LINE_REQUEST_BYTES = 592
const VALUES_BYTES = 16
const ATTR_OUTPUT_VALUES = 2
/** One gpio_v2_line_event. */
export const EVENT_BYTES = 48
const EVENT_RISING = 1

/** An empty gpiochip_info for the kernel to fill. */
export function chipInfoBuffer(): Buffer {
  return Buffer.alloc(CHIP_INFO_BYTES)
}

/** What a filled gpiochip_info says. */
export function decodeChipInfo(info: Buffer): { name: string; label: string; lines: number } {
  return { name: textAt(info, 0), label: textAt(info, 32), lines: info.readUInt32LE(64) }
}

/** A gpio_v2_line_info that asks about the line of an offset. */
export function encodeLineInfo(offset: number): Buffer {
  const info = Buffer.alloc(LINE_INFO_BYTES)
  info.writeUInt32LE(offset, 64)
  return info
}

/** Who holds the line that a filled gpio_v2_line_info is about; empty when nobody gave a name. */
export function decodeConsumer(info: Buffer): string {
  return textAt(info, NAME_BYTES)
}

/** Whether somebody holds the line that a filled gpio_v2_line_info is about. */
export function decodeIsUsed(info: Buffer): boolean {
  return (info.readBigUInt64LE(72) & 1n) === 1n
}

export interface LineRequest {
  /** The line's number on its chip: the BCM number on a Raspberry Pi. */
  offset: number
  /** Whom others see as the holder of the line. */
  consumer: string
  /** LineFlag values, added. */
  flags: bigint
  /** The logical level that an output takes together with its direction. */
  initial?: 0 | 1
}

export interface EdgesRequest extends Pick<LineRequest, 'consumer' | 'flags'> {
  /** At most 64 lines of one chip. */
  offsets: readonly number[]
  /** How many events the kernel keeps; of more it drops the oldest. At most 1024. */
  eventsKept: number
}

/** A gpio_v2_line_request of inputs whose edges come by one file. */
export function encodeEdgesRequest(asked: EdgesRequest): Buffer {
  const request = requestOf(asked, asked.offsets)
  request.writeUInt32LE(asked.eventsKept, 564)
  return request
}

/** A gpio_v2_line_request of one line. */
export function encodeLineRequest({ offset, consumer, flags, initial }: LineRequest): Buffer {
  const request = requestOf({ consumer, flags }, [offset])
  if (initial !== undefined) {
    request.writeUInt32LE(1, 296)
    request.writeUInt32LE(ATTR_OUTPUT_VALUES, 320)
    request.writeBigUInt64LE(BigInt(initial), 328)
    request.writeBigUInt64LE(1n, 336)
  }
  return request
}

function requestOf(
  { consumer, flags }: Pick<LineRequest, 'consumer' | 'flags'>,
  offsets: readonly number[],
): Buffer {
  const request = Buffer.alloc(LINE_REQUEST_BYTES)
  for (const [i, offset] of offsets.entries()) request.writeUInt32LE(offset, i * 4)
  // The last byte stays zero: it ends the text.
  request.write(consumer, 256, NAME_BYTES - 1, 'latin1')
  request.writeBigUInt64LE(flags, 288)
  request.writeUInt32LE(offsets.length, 560)
  return request
}

/** The file descriptor of the line, from the request that the kernel granted. */
export function decodeLineFd(request: Buffer): number {
  return request.readInt32LE(588)
}

/** A gpio_v2_line_values of one line: the level to set, or room for the level that is got. */
export function encodeValue(level: 0 | 1): Buffer {
  const values = Buffer.alloc(VALUES_BYTES)
  values.writeBigUInt64LE(BigInt(level), 0)
  values.writeBigUInt64LE(1n, 8)
  return values
}

/** The logical level in a gpio_v2_line_values of one line. */
export function decodeValue(values: Buffer): 0 | 1 {
  return (values.readBigUInt64LE(0) & 1n) === 1n ? 1 : 0
}

/** An edge of one of the lines that share a file. */
export interface NumberedEdge {
  /** The line's number on its chip. */
  offset: number
  /** CLOCK_MONOTONIC, milliseconds. */
  at: number
  /** True when the line has become active. */
  active: boolean
  /** Counts the edges of all lines of the file: one that is missing was dropped by the kernel. */
  seq: number
}

/** The edges in what was read of a file of lines; a part of one at the end counts as none. */
export function decodeEdges(bytes: Buffer): NumberedEdge[] {
  const edges: NumberedEdge[] = []
  for (let start = 0; start + EVENT_BYTES <= bytes.length; start += EVENT_BYTES) {
    edges.push({
      offset: bytes.readUInt32LE(start + 12),
      at: Number(bytes.readBigUInt64LE(start)) / 1e6,
      active: bytes.readUInt32LE(start + 8) === EVENT_RISING,
      seq: bytes.readUInt32LE(start + 16),
    })
  }
  return edges
}

function textAt(bytes: Buffer, start: number): string {
  const field = bytes.subarray(start, start + NAME_BYTES)
  const end = field.indexOf(0)
  return field.toString('latin1', 0, end === -1 ? NAME_BYTES : end)
}
