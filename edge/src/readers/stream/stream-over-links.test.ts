import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Cable } from '../../testing/cable.ts'
import { EMULATED_STREAMS } from '../../testing/emulators/stream-drivers.ts'
import { PtyCable } from '../../testing/pty-cable.ts'
import { readerContext } from '../../testing/reader-context.ts'
import { DialInCable, TcpCable } from '../../testing/tcp-cables.ts'
import { openReader } from '../open-reader.ts'
import { ReaderConfig } from '../reader-config.ts'
import type { Reader } from '../reader.ts'

const patient = { timeout: 15_000, interval: 5 }
const TAGS = {
  epc: ['300833B2DDD9014000000001', 'E2003412012F1700A1B2C3D4'],
  card: ['3C00CE754C', '62E3086CED'],
} as const
const CABLES: readonly [string, () => Promise<Cable>][] = [
  ['a serial port', async () => new PtyCable()],
  ['TCP', () => TcpCable.create()],
  ['TCP, dialled in', () => DialInCable.create()],
]

// A reader has 400 ms to end the reading at its device: what else the machine does may take longer.
describe.each(CABLES)('over %s', { timeout: 60_000, retry: 1 }, (_, createCable) => {
  let cable: Cable
  let reader: Reader

  afterEach(async () => {
    await reader.stop()
    await cable.destroy()
  })

  it.each(EMULATED_STREAMS)(
    '$name is read, also after it was unplugged and among noise, and left not reading',
    async ({ type, settings, tags, device }) => {
      const [first, second] = TAGS[tags]
      const context = readerContext()
      const emulated = device()
      cable = await createCable()
      const becomes = (state: string) =>
        vi.waitFor(() => expect(reader.states()[0]).toMatchObject({ state }), patient)
      /** One that is not asked may be shown a card before the system has opened its port. */
      const reads = (uid: string) =>
        vi.waitFor(
          () => {
            if (!context.reads.some((read) => read.uid === uid)) emulated.show({ epc: uid })
            expect(context.reads.map((read) => read.uid)).toContain(uid)
          },
          { ...patient, interval: 100 },
        )
      cable.connect(emulated)
      await cable.plugIn()
      const config = ReaderConfig.parse({ id: 'gate', type, ...settings, ...cable.link })
      reader = await openReader(config, context)
      reader.start()
      await becomes('open')
      await reads(first)
      await cable.pull()
      await becomes('closed')
      expect(reader.states()[0]?.error).toBeDefined()
      await cable.plugIn()
      await becomes('open')
      const hasGarbage = emulated.garbage !== undefined
      if (hasGarbage) emulated.garbage = Buffer.from([0x13, 0x00, 0xa0, 0xcf, 0x07, 0xff])
      await reads(second)
      expect(new Set(context.reads.map(({ uid }) => uid))).toEqual(new Set([first, second]))
      expect(
        context.reads.every((read) => (read.unauthenticated ?? false) === 'listen' in cable.link),
      ).toBe(true)
      if (hasGarbage) expect(reader.states()[0]?.noise).toBeGreaterThan(0)
      await reader.stop()
      if (emulated.isReading !== undefined) {
        await vi.waitFor(() => expect(emulated.isReading).toBe(false), patient)
      }
    },
  )
})
