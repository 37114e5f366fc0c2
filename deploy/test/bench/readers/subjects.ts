import { A0ReaderConfig } from '@vehicle-control/edge/readers/a0/config'
import { createA0Driver } from '@vehicle-control/edge/readers/a0/driver'
import { A0, a0Frame } from '@vehicle-control/edge/readers/a0/frame'
import { ChafonReaderConfig } from '@vehicle-control/edge/readers/chafon/config'
import { createChafonDriver } from '@vehicle-control/edge/readers/chafon/driver'
import { CHAFON, CHAFON_STATUS, chafonFrame } from '@vehicle-control/edge/readers/chafon/frame'
import { ThingMagicReaderConfig } from '@vehicle-control/edge/readers/thingmagic/config'
import { createThingMagicDriver } from '@vehicle-control/edge/readers/thingmagic/driver'
import { OPCODE, thingMagicAnswer } from '@vehicle-control/edge/readers/thingmagic/frame'
import type { DeviceDriver } from '@vehicle-control/edge/readers/device/device-driver'
import { InputEventCutter } from '@vehicle-control/edge/readers/hid/input-events'
import { TypedLines } from '@vehicle-control/edge/readers/hid/typed-lines'
import { JsonLines } from '@vehicle-control/edge/readers/json/json-lines'
import { JsonReads } from '@vehicle-control/edge/readers/json/json-reads'
import { readJsonValues } from '@vehicle-control/edge/readers/json/json-values'
import { lineDriver } from '@vehicle-control/edge/readers/line/parser'
import { type LlrpFrame, LlrpFramer } from '@vehicle-control/edge/readers/llrp/framer'
import { MessageType } from '@vehicle-control/edge/readers/llrp/message'
import { readTagReport } from '@vehicle-control/edge/readers/llrp/tag-report'
import { M100Driver } from '@vehicle-control/edge/readers/m100/driver'
import { Command, encodeM100, FrameType } from '@vehicle-control/edge/readers/m100/frame'
import { bareDriver, stxDriver } from '@vehicle-control/edge/readers/proximity/drivers'
import {
  EmulatedKeyboard,
  ENTER,
  eventBytes,
} from '@vehicle-control/edge/testing/emulators/keyboard'
import { LlrpEmulator } from '@vehicle-control/edge/testing/emulators/llrp'
import { noticeOf } from '@vehicle-control/edge/testing/emulators/m100'
import { CARD_FORMS } from '@vehicle-control/edge/testing/emulators/proximity'
import { impinjForm } from '@vehicle-control/edge/testing/emulators/smart-reader'

/** A parser with all that makes tags of its frames. */
export interface OpenParser {
  push(chunk: Buffer): void
  reset(): void
}

export interface ParserSubject {
  name: string
  open: (onTag: (uid: string) => void, onNoise: () => void) => OpenParser
  /** The bytes by which the device tells the n-th of many tags, once. */
  tagFrame: (n: number) => Buffer
  /**
   * After what a good frame is read again: `bytes`, as many as a frame may claim; `pause`, the time
   * after which its reader forgets what is unfinished; `connection`, which its reader opens anew.
   */
  recoversAfter: 'bytes' | 'pause' | 'connection'
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

const where = { id: 'gate', path: '/dev/ttyUSB0' }
const bytesOf = (hex: string) => [...Buffer.from(hex.replaceAll(' ', ''), 'hex')]
/** A record of an M6E Nano up to its EPC: -60 dBm, antenna 1, 923,200 kHz. */
const NANO_RECORD = bytesOf(
  '10 00 1B 01 FF 01 01 C4 11 0E 16 40 00 00 01 27 00 00 05 00 00 0F 00 80 30 00',
)

/** Readers of which several types of frame come over a serial port. */
function polledSubjects(): ParserSubject[] {
  const a0 = A0ReaderConfig.parse({ ...where, type: 'a0', region: 'fcc', powerDbm: 26 })
  const chafon = { ...where, type: 'chafon', region: 'us', variant: 'new' }
  const nano = { ...where, type: 'thingmagic', region: 'north-america', powerDbm: 20 }
  return [
    {
      name: 'a0',
      open: ofDriver(createA0Driver(a0)),
      tagFrame: (n) =>
        a0Frame(1, A0.REAL_TIME_INVENTORY, [0x8c, 0x30, 0, ...bytesOf(epcOf(n)), 0x37]),
      recoversAfter: 'bytes',
    },
    {
      name: 'chafon',
      open: ofDriver(createChafonDriver(ChafonReaderConfig.parse(chafon))),
      tagFrame: (n) =>
        chafonFrame(0, CHAFON.UNASKED, [CHAFON_STATUS.OK, 1, 12, ...bytesOf(epcOf(n)), 0xc8]),
      recoversAfter: 'bytes',
    },
    {
      name: 'thingmagic',
      open: ofDriver(createThingMagicDriver(ThingMagicReaderConfig.parse(nano))),
      tagFrame(n) {
        const data = Buffer.from([...NANO_RECORD, ...bytesOf(epcOf(n)), 0xe9, 0x4a])
        return thingMagicAnswer({ opcode: OPCODE.READ, status: 0, data })
      },
      recoversAfter: 'bytes',
    },
  ]
}

/** Every parser of the edge that takes bytes of a device. */
export function parserSubjects(): ParserSubject[] {
  const reader = new LlrpEmulator()
  const m100 = new M100Driver({ framing: 'bb-7e', region: 'us', poll: 'multi', rounds: 10_000 })
  const notice = { type: FrameType.NOTICE, command: Command.SINGLE_POLL }
  return [
    {
      name: 'line',
      open: ofDriver(lineDriver),
      tagFrame: (n) => Buffer.from(`Card UID:${hexOf(n, 8).replace(/../g, ' $&')}\r\n`),
      recoversAfter: 'bytes',
    },
    {
      name: 'rdm6300, id12la',
      open: ofDriver(stxDriver),
      tagFrame: (n) => CARD_FORMS.rdm6300(cardOf(n)),
      recoversAfter: 'bytes',
    },
    {
      name: 'em18',
      open: ofDriver(bareDriver),
      tagFrame: (n) => CARD_FORMS.em18(cardOf(n)),
      recoversAfter: 'pause',
    },
    {
      name: 'm100',
      open: ofDriver(m100),
      tagFrame: (n) => encodeM100('bb-7e', { ...notice, params: noticeOf({ epc: epcOf(n) }) }),
      recoversAfter: 'bytes',
    },
    ...polledSubjects(),
    {
      name: 'llrp',
      open: llrp,
      tagFrame: (n) => reader.reportOf({ epc: epcOf(n) }),
      recoversAfter: 'connection',
    },
    {
      name: 'http, mqtt (JSON)',
      open: jsonLines,
      tagFrame: (n) => Buffer.from(`${JSON.stringify(IMPINJ({ epc: epcOf(n) }, Date.now()))}\n`),
      recoversAfter: 'bytes',
    },
    { name: 'hid', open: keys, tagFrame: typedTag, recoversAfter: 'connection' },
  ]
}
