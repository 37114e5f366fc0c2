import { afterEach, describe, expect, it, vi } from 'vitest'
import { EmulatedA0 } from '../testing/emulators/a0.ts'
import { EmulatedChafon } from '../testing/emulators/chafon.ts'
import { EmulatedThingMagic } from '../testing/emulators/thingmagic.ts'
import { PtyCable } from '../testing/pty-cable.ts'
import { readerContext } from '../testing/reader-context.ts'
import { openReader } from './open-reader.ts'
import { ReaderConfig } from './reader-config.ts'
import type { Reader } from './reader.ts'

const patient = { timeout: 15_000, interval: 5 }
const EPC = '300833B2DDD9014000000001'
const OTHER = 'E2003412012F1700A1B2C3D4'

const models = [
  {
    model: 'chafon with old firmware',
    settings: { type: 'chafon', variant: 'old', region: 'us' },
    device: () => new EmulatedChafon({ variant: 'old' }),
  },
  {
    model: 'chafon with new firmware',
    settings: { type: 'chafon', variant: 'new', region: 'us' },
    device: () => new EmulatedChafon({ variant: 'new' }),
  },
  {
    model: 'a0',
    settings: { type: 'a0', region: 'fcc' },
    device: () => new EmulatedA0(),
  },
  {
    model: 'thingmagic',
    settings: { type: 'thingmagic', region: 'europe', powerDbm: 20 },
    device: () => new EmulatedThingMagic(),
  },
]

describe.each(models)('$model on a serial port', { timeout: 60_000 }, ({ settings, device }) => {
  const cable = new PtyCable()
  let reader: Reader

  const becomes = (state: string) =>
    vi.waitFor(() => expect(reader.states()[0]?.state).toBe(state), patient)

  afterEach(async () => {
    await reader.stop()
    await cable.destroy()
  })

  it('is read, also after it was unplugged and among noise, and left not reading', async () => {
    const context = readerContext()
    const emulated = device()
    const hasRead = (...uids: string[]) =>
      vi.waitFor(() => expect(context.reads.map(({ uid }) => uid)).toEqual(uids), patient)
    cable.connect(emulated)
    await cable.plugIn()
    const config = { id: 'gate', path: cable.readerEnd, ...settings }
    reader = await openReader(ReaderConfig.parse(config), context)
    reader.start()
    await becomes('open')
    emulated.show({ epc: EPC })
    await hasRead(EPC)
    await cable.pull()
    await becomes('closed')
    await cable.plugIn()
    await becomes('open')
    emulated.garbage = Buffer.from([0x13, 0x00, 0xa0, 0x07, 0xff])
    emulated.show({ epc: OTHER })
    await hasRead(EPC, OTHER)
    expect(reader.states()[0]?.noise).toBeGreaterThan(0)
    await reader.stop()
    if ('isReading' in emulated) {
      await vi.waitFor(() => expect(emulated.isReading).toBe(false), patient)
    }
  })
})
