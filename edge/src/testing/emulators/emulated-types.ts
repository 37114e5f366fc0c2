import { PtyCable } from '../pty-cable.ts'
import { EmulatedA0 } from './a0.ts'
import { EmulatedChafon } from './chafon.ts'
import type { EmulatedDevice, ShownTag } from './emulator.ts'
import { EmulatedLineReader } from './line.ts'
import { LlrpEmulator } from './llrp.ts'
import { LlrpServer } from './llrp-server.ts'
import { EmulatedM100 } from './m100.ts'
import { PipedKeyboard } from './piped-keyboard.ts'
import { EmulatedCardReader } from './proximity.ts'
import { EmulatedThingMagic } from './thingmagic.ts'
import { EmulatedR700 } from './r700.ts'

/** A device made up that runs at the far end of a wire. */
export interface RunningEmulation {
  /** The reader's settings in EDGE_CONFIG, beside its id. */
  settings: Record<string, unknown>
  show(tag: ShownTag): void
  close(): Promise<void>
}

export interface EmulatedType {
  /** What it reads: EPCs of 96 bits, or the ten hex digits of cards of 125 kHz. */
  tags: 'epc' | 'card'
  /** Begins to run. Rejects where the machine lacks what its wire needs, such as socat. */
  open(): Promise<RunningEmulation>
}

function onSerial(
  tags: EmulatedType['tags'],
  create: () => EmulatedDevice,
  settings: { type: string; [key: string]: unknown },
): EmulatedType {
  return {
    tags,
    async open() {
      const cable = new PtyCable()
      const device = create()
      cable.connect(device)
      await cable.plugIn()
      return {
        settings: { ...settings, path: cable.readerEnd },
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

/** The reader types that can be had without hardware, each on the wire that it has. */
export const EMULATED_TYPES: Readonly<Record<string, EmulatedType>> = {
  line: onSerial('card', () => new EmulatedLineReader(), { type: 'line' }),
  rdm6300: onSerial('card', () => new EmulatedCardReader('rdm6300'), { type: 'rdm6300' }),
  id12la: onSerial('card', () => new EmulatedCardReader('id12la'), { type: 'id12la' }),
  em18: onSerial('card', () => new EmulatedCardReader('em18'), { type: 'em18' }),
  llrp: {
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
  },
  m100: onSerial('epc', () => new EmulatedM100(), { type: 'm100', region: 'us' }),
  chafon: onSerial('epc', () => new EmulatedChafon({ variant: 'new' }), {
    type: 'chafon',
    variant: 'new',
    region: 'us',
  }),
  a0: onSerial('epc', () => new EmulatedA0(), { type: 'a0', region: 'fcc' }),
  thingmagic: onSerial('epc', () => new EmulatedThingMagic(), {
    type: 'thingmagic',
    region: 'north-america',
    powerDbm: 20,
  }),
  http: impinj,
  hid: keyboard,
}
