import type { READER_TYPES } from '../../readers/reader-types.ts'
import { PtyCable } from '../pty-cable.ts'
import type { ShownTag } from './emulator.ts'
import { LlrpEmulator } from './llrp.ts'
import { LlrpServer } from './llrp-server.ts'
import { PipedKeyboard } from './piped-keyboard.ts'
import { EmulatedR700 } from './r700.ts'
import { EMULATED_STREAMS, type EmulatedStream } from './stream-drivers.ts'
import type { StreamTypeName } from './stream-emulation.ts'
import { frameBits, PipedWiegand, WIEGAND_PINS } from './wiegand.ts'

/** A device made up that runs at the far end of a wire. */
export interface RunningEmulation {
  /** The reader's settings in EDGE_CONFIG, beside its id. */
  settings: Record<string, unknown>
  show(tag: ShownTag): void
  close(): Promise<void>
}

export interface EmulatedType {
  /**
   * What it reads: EPCs of 96 bits, the ten hex digits of cards of 125 kHz, or the six of a card of
   * Wiegand 26.
   */
  tags: 'epc' | 'card' | 'wiegand'
  /** Begins to run. Rejects where the machine lacks what its wire needs, such as socat. */
  open(): Promise<RunningEmulation>
}

function onSerial({ tags, type, settings, device: create }: EmulatedStream): EmulatedType {
  return {
    tags,
    async open() {
      const cable = new PtyCable()
      const device = create()
      cable.connect(device)
      await cable.plugIn()
      return {
        settings: { ...settings, ...cable.link, type },
        show: (tag) => device.show(tag),
        close: () => cable.destroy(),
      }
    },
  }
}

/** An R700 at an address of its own. */
const impinj: EmulatedType = {
  tags: 'epc',
  async open() {
    const device = new EmulatedR700({ login: null })
    const url = await device.start()
    return {
      settings: { type: 'http', url, preset: 'default' },
      show: (tag) => device.show(tag),
      close: () => device.stop(),
    }
  },
}

/** A keyboard wedge at a pipe in place of its event device: nobody but the reader hears it type. */
const keyboard: EmulatedType = {
  tags: 'card',
  async open() {
    const device = new PipedKeyboard()
    device.plugIn()
    return {
      settings: { type: 'hid', path: device.path, grab: false },
      show: ({ epc }) => device.type(epc),
      close: async () => device.destroy(),
    }
  },
}

/** Each type of stream by its first emulation, on a serial port. */
const streams = Object.fromEntries(
  EMULATED_STREAMS.toReversed().map((stream) => [stream.type, onSerial(stream)]),
) as Record<StreamTypeName, EmulatedType>

/** A Wiegand reader at a pipe in place of its two lines. */
const wiegand: EmulatedType = {
  tags: 'wiegand',
  async open() {
    const device = new PipedWiegand()
    device.plugIn()
    return {
      settings: { type: 'wiegand', ...WIEGAND_PINS, simulated: device.path },
      show: ({ epc }) => device.send(frameBits(epc)),
      close: async () => device.destroy(),
    }
  },
}

const llrp: EmulatedType = {
  tags: 'epc',
  async open() {
    const device = new LlrpEmulator()
    const server = new LlrpServer(device)
    const port = await server.listen()
    return {
      settings: { type: 'llrp', host: '127.0.0.1', port },
      show: (tag) => device.show(tag),
      close: () => server.stop(),
    }
  },
}

/** Types without a device of their own: one makes its tags up, one has a broker between. */
type WithoutDevice = 'simulator' | 'mqtt'

const emulated: Record<Exclude<keyof typeof READER_TYPES, WithoutDevice>, EmulatedType> = {
  ...streams,
  llrp,
  http: impinj,
  hid: keyboard,
  wiegand,
}

/** The reader types that can be had without hardware, each on the wire that it has. */
export const EMULATED_TYPES: Readonly<Record<string, EmulatedType>> = emulated
