import type { DeviceDriver } from '@vehicle-control/edge/readers/device/device-driver'
import { EVENT_BYTES } from '@vehicle-control/edge/gpio/uapi'
import { FRAME_MAX_BYTES } from '@vehicle-control/edge/readers/device/resync-framer'
import { InputEventCutter } from '@vehicle-control/edge/readers/hid/input-events'
import { TypedLines } from '@vehicle-control/edge/readers/hid/typed-lines'
import { JsonLines } from '@vehicle-control/edge/readers/json/json-lines'
import { JsonReads } from '@vehicle-control/edge/readers/json/json-reads'
import { readJsonValues } from '@vehicle-control/edge/readers/json/json-values'
import { type LlrpFrame, LlrpFramer } from '@vehicle-control/edge/readers/llrp/framer'
import { MessageType } from '@vehicle-control/edge/readers/llrp/message'
import { readTagReport } from '@vehicle-control/edge/readers/llrp/tag-report'
import { CardReader } from '@vehicle-control/edge/readers/wiegand/card-format'
import { FRAME_BITS_MAX, WiegandReaderConfig } from '@vehicle-control/edge/readers/wiegand/config'
import { PulseFrames } from '@vehicle-control/edge/readers/wiegand/frames'
import { pulsesOf } from '@vehicle-control/edge/readers/wiegand/wires'
import {
  EmulatedKeyboard,
  ENTER,
  eventBytes,
} from '@vehicle-control/edge/testing/emulators/keyboard'
import { LlrpEmulator } from '@vehicle-control/edge/testing/emulators/llrp'
import {
  frameBits,
  pulseBytes,
  WIEGAND_PINS,
} from '@vehicle-control/edge/testing/emulators/wiegand'
import { impinjForm } from '@vehicle-control/edge/testing/emulators/smart-reader'
import { EMULATED_STREAMS } from '@vehicle-control/edge/testing/emulators/stream-drivers'

/** A parser with all that makes tags of its frames. */
export interface OpenParser {
  push(chunk: Buffer): void
  reset(): void
}

export interface ParserSubject {
  name: string
  /** The reader types that it parses for. */
  types: readonly string[]
  open: (onTag: (uid: string) => void, onNoise: () => void) => OpenParser
  /** The bytes by which the device tells the n-th of many tags, once. */
  tagFrame: (n: number) => Buffer
  /**
   * After what a good frame is read again: `bytes`, as many as a frame may claim; `pause`, the time
   * after which its reader forgets what is unfinished; `connection`, which its reader opens anew.
   */
  recoversAfter: 'bytes' | 'pause' | 'connection'
  /** The most that it holds of what may still become a frame. */
  holdsBytes: number
}

const IMPINJ = impinjForm(['epcHex'])
const HID_BYTES = 24
const KEY_IDLE_MS = 300

const hexOf = (n: number, digits: number) =>
  n.toString(16).toUpperCase().padStart(digits, '0').slice(-digits)
/** An EPC of 96 bits, another for each number. */
const epcOf = (n: number) => `E28011606000${hexOf(n, 12)}`
const cardOf = (n: number) => `3C${hexOf(n, 8)}`

/** The parser of a driver, whose frames the driver takes. */
function ofDriver<Frame>(
  driver: Pick<DeviceDriver<Frame>, 'createParser' | 'take'>,
): ParserSubject['open'] {
  return (onTag, onNoise) => {
    const output = { emit: ({ uid }: { uid: string }) => onTag(uid), noise: onNoise, warn() {} }
    return driver.createParser({ onFrame: (frame) => driver.take(frame, output), onNoise })
  }
}

const llrp = ofDriver<LlrpFrame>({
  createParser: (output) => new LlrpFramer(output),
  take(frame, output) {
    if (frame.type !== MessageType.roAccessReport) return
    readTagReport(
      frame.body,
      ({ epc }) => output.emit({ uid: epc }),
      () => output.noise(),
    )
  },
})

const jsonLines: ParserSubject['open'] = (onTag, onNoise) => {
  const output = { emit: ({ uid }: { uid: string }) => onTag(uid), noise: onNoise, warn() {} }
  const reads = new JsonReads(() => ({ at: Date.now(), clock: 'synced' }))
  const arrival = { mono: 0, output }
  const lines = new JsonLines({
    onLine: (line) => reads.take(readJsonValues(line).values, arrival),
    onOverlong: onNoise,
  })
  return { push: (chunk) => lines.push(chunk), reset() {} }
}

const keys: ParserSubject['open'] = (onTag, onNoise) => {
  let cutter: InputEventCutter
  function reset(): void {
    const typed = new TypedLines({ idleMs: KEY_IDLE_MS, onLine: onTag, onNoise })
    cutter = new InputEventCutter(HID_BYTES, (event) => typed.take(event))
  }
  reset()
  return { push: (chunk) => cutter.push(chunk), reset }
}

function typedTag(n: number): Buffer {
  const keyboard = new EmulatedKeyboard()
  const events = [...keyboard.type(cardOf(n)), ...keyboard.press(ENTER)]
  return Buffer.concat(events.map((event) => eventBytes(event, HID_BYTES)))
}

/** What a thousand cards of `wiegandTag` take. */
const ROUND = { ms: 1_001_000, pulses: 27_000 }

/** The kernel hands over whole events; a chunk that ends within one stands for a later read. */
const wiegand: ParserSubject['open'] = (onTag, onNoise) => {
  const { formats } = WiegandReaderConfig.parse({ id: 'gate', type: 'wiegand', ...WIEGAND_PINS })
  const cards = new CardReader(formats)
  let frames: PulseFrames
  let held: Buffer
  let last: number
  let round: number
  function reset(): void {
    held = Buffer.alloc(0)
    last = 0
    round = 0
    frames = new PulseFrames(0, ({ bits, fault }) => {
      const uid = fault === null ? cards.cardOf(bits) : null
      if (uid === null) onNoise()
      else onTag(uid)
    })
  }
  reset()
  return {
    push(chunk) {
      const bytes = Buffer.concat([held, chunk])
      const whole = bytes.length - (bytes.length % EVENT_BYTES)
      held = bytes.subarray(whole)
      for (const { bit, at, seq } of pulsesOf(bytes.subarray(0, whole), WIEGAND_PINS)) {
        // The same cards once more: the kernel's time and numbers go on.
        if (at < last) round++
        last = at
        frames.push({ bit, at: at + round * ROUND.ms, seq: seq + round * ROUND.pulses })
      }
    },
    reset,
  }
}

/** A card, and half a second later a pulse that is none: only the rest before it ends the card. */
function wiegandTag(n: number): Buffer {
  const bits = frameBits(hexOf(n, 6))
  const first = { at: (n + 1) * 1000, seq: n * (bits.length + 1) }
  const pulses = bits.map((bit, i) => pulseBytes({ bit, at: first.at + i, seq: first.seq + i }))
  const stray = pulseBytes({ bit: 0, at: first.at + 500, seq: first.seq + bits.length })
  return Buffer.concat([...pulses, stray])
}

/** The longest line of JSON. */
const JSON_MAX_BYTES = 300 * 1024
const LLRP_MAX_BYTES = 300 * 1024

/** Every parser of the edge that takes bytes of a device: each type of stream, and the others. */
export async function parserSubjects(): Promise<ParserSubject[]> {
  const reader = new LlrpEmulator()
  const streams = EMULATED_STREAMS.map(async (stream): Promise<ParserSubject> => {
    const uidOf = stream.tags === 'epc' ? epcOf : cardOf
    return {
      name: stream.name,
      types: [stream.type],
      open: ofDriver(await stream.openDriver()),
      tagFrame: (n) => stream.tagFrame(uidOf(n)),
      recoversAfter: stream.recoversAfter,
      holdsBytes: FRAME_MAX_BYTES,
    }
  })
  return [
    ...(await Promise.all(streams)),
    {
      name: 'llrp',
      types: ['llrp'],
      open: llrp,
      tagFrame: (n) => reader.reportOf({ epc: epcOf(n) }),
      recoversAfter: 'connection',
      holdsBytes: LLRP_MAX_BYTES,
    },
    {
      name: 'http, mqtt (JSON)',
      types: ['http', 'mqtt'],
      open: jsonLines,
      tagFrame: (n) => Buffer.from(`${JSON.stringify(IMPINJ({ epc: epcOf(n) }, Date.now()))}\n`),
      recoversAfter: 'bytes',
      holdsBytes: JSON_MAX_BYTES,
    },
    {
      name: 'hid',
      types: ['hid'],
      open: keys,
      tagFrame: typedTag,
      recoversAfter: 'connection',
      holdsBytes: HID_BYTES,
    },
    {
      name: 'wiegand',
      types: ['wiegand'],
      open: wiegand,
      tagFrame: wiegandTag,
      recoversAfter: 'connection',
      holdsBytes: EVENT_BYTES * (FRAME_BITS_MAX + 1),
    },
  ]
}
