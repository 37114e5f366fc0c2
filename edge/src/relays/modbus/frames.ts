/**
 * Frames of Modbus: MODBUS Application Protocol V1.1b3 (function codes, section 6), over Serial Line
 * V1.02 (RTU, section 2.5.1) and Messaging on TCP/IP V1.0b (MBAP header, section 3.1.3). Neither
 * modbus-serial 8.0 nor jsmodbus 5.0 writes a coil with another value than FF00 and 0000, which is how
 * a board is given the time of a pulse.
 */
const READ_COILS = 0x01
const WRITE_COIL = 0x05
const EXCEPTION = 0x80
/** Waveshare's wiki «Modbus RTU Relay», flash-on: coil 0x0200 and on, its value counts 100 ms. */
const PULSE_ON = 0x0200

const POLYNOMIAL = 0xa001
const HEADER_BYTES = 7
const CRC_BYTES = 2

/** Switches a coil (from 0) off. */
export function offRequest(coil: number): Buffer {
  return request(WRITE_COIL, coil, 0)
}

/** Switches a coil on for `steps` of 100 ms, 1 to 32767, after which the board itself switches it off. */
export function pulseRequest(coil: number, steps: number): Buffer {
  return request(WRITE_COIL, PULSE_ON + coil, steps)
}

/** Whether a request is one of `pulseRequest`. */
export function isPulse(pdu: Buffer): boolean {
  return pdu[0] === WRITE_COIL && pdu.readUInt16BE(1) >= PULSE_ON
}

/** Asks for the states of the coils 0 to `count` - 1. */
export function coilsRequest(count: number): Buffer {
  return request(READ_COILS, 0, count)
}

/** The states in an answer to `coilsRequest`, coil 0 first. */
export function coilsOf(answer: Buffer, count: number): boolean[] {
  return Array.from(
    { length: count },
    (_, i) => (((answer[2 + (i >> 3)] ?? 0) >> (i & 7)) & 1) === 1,
  )
}

function request(code: number, address: number, value: number): Buffer {
  const pdu = Buffer.alloc(5)
  pdu.writeUInt8(code, 0)
  pdu.writeUInt16BE(address, 1)
  pdu.writeUInt16BE(value, 3)
  return pdu
}

/** CRC-16/MODBUS; sent low byte first. */
function modbusCrc(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ POLYNOMIAL : crc >> 1
  }
  return crc
}

/** A request on its way to a board. */
export interface Sent {
  unit: number
  /** Given back in an answer by TCP; RTU has none. */
  transaction: number
  pdu: Buffer
}

/**
 * What the bytes that came since a request hold: its answer, the code of the exception that the board
 * gives instead, or nothing yet. A write is answered by its own request alone, byte for byte.
 */
export type Heard = { answer: Buffer } | { exception: number } | null

/** How requests and answers lie on a wire. */
export interface Framing {
  encode(sent: Sent): Buffer
  hear(bytes: Buffer, sent: Sent): Heard
  /** The unit that answers although another was asked; null where none is heard. */
  otherUnit(bytes: Buffer, sent: Sent): number | null
}

/** Between the answer's bytes of noise, as a bus makes when a driver is switched, its frame is found. */
export const rtuFraming: Framing = {
  encode: ({ unit, pdu }) => withCrc(Buffer.concat([Buffer.of(unit), pdu])),
  hear(bytes, sent) {
    for (let at = 0; at < bytes.length; at++) {
      const heard = rtuAt(bytes.subarray(at), sent)
      if (heard !== null) return heard
    }
    return null
  },
  otherUnit(bytes, sent) {
    for (let at = 0; at < bytes.length; at++) {
      const unit = bytes[at] ?? 0
      if (unit !== sent.unit && rtuAt(bytes.subarray(at), { ...sent, unit }) !== null) return unit
    }
    return null
  },
}

function rtuAt(bytes: Buffer, { unit, pdu }: Sent): Heard {
  if (bytes[0] !== unit) return null
  const isException = bytes[1] === ((pdu[0] ?? 0) | EXCEPTION)
  const length = 1 + (isException ? 2 : answerBytes(pdu)) + CRC_BYTES
  if (bytes.length < length) return null
  const frame = bytes.subarray(0, length)
  if (modbusCrc(frame.subarray(0, -CRC_BYTES)) !== frame.readUInt16LE(length - CRC_BYTES))
    return null
  return heardOf(frame.subarray(1, -CRC_BYTES), pdu)
}

export const tcpFraming: Framing = {
  encode({ unit, transaction, pdu }) {
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt16BE(transaction, 0)
    header.writeUInt16BE(1 + pdu.length, 4)
    header.writeUInt8(unit, 6)
    return Buffer.concat([header, pdu])
  },
  hear: (bytes, { unit, transaction, pdu }) => {
    for (const frame of mbapFrames(bytes)) {
      if (frame.transaction !== transaction || frame.unit !== unit) continue
      const heard = heardOf(frame.pdu, pdu)
      if (heard !== null) return heard
    }
    return null
  },
  otherUnit(bytes, { unit, transaction }) {
    const other = mbapFrames(bytes).find(
      (frame) => frame.transaction === transaction && frame.unit !== unit,
    )
    return other?.unit ?? null
  },
}

/** The whole frames at the beginning of a stream, up to what is none. */
function mbapFrames(bytes: Buffer): Sent[] {
  const frames: Sent[] = []
  for (let at = 0; at + HEADER_BYTES < bytes.length;) {
    const end = at + 6 + bytes.readUInt16BE(at + 4)
    const isModbus = bytes.readUInt16BE(at + 2) === 0 && end > at + HEADER_BYTES
    if (!isModbus || end > bytes.length) break
    const pdu = bytes.subarray(at + HEADER_BYTES, end)
    frames.push({ transaction: bytes.readUInt16BE(at), unit: bytes.readUInt8(at + 6), pdu })
    at = end
  }
  return frames
}

function heardOf(pdu: Buffer, asked: Buffer): Heard {
  const code = asked[0] ?? 0
  if (pdu[0] === (code | EXCEPTION) && pdu.length === 2) return { exception: pdu[1] ?? 0 }
  if (pdu.length !== answerBytes(asked) || pdu[0] !== code) return null
  const isRight = code === WRITE_COIL ? pdu.equals(asked) : pdu[1] === pdu.length - 2
  return isRight ? { answer: Buffer.from(pdu) } : null
}

function answerBytes(asked: Buffer): number {
  return asked[0] === WRITE_COIL ? asked.length : 2 + Math.ceil(asked.readUInt16BE(3) / 8)
}

function withCrc(bytes: Buffer): Buffer {
  const crc = Buffer.alloc(CRC_BYTES)
  crc.writeUInt16LE(modbusCrc(bytes))
  return Buffer.concat([bytes, crc])
}
