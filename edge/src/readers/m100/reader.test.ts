import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EmulatedM100 } from '../../testing/emulators/m100.ts'
import { PtyCable } from '../../testing/pty-cable.ts'
import { readerContext } from '../../testing/reader-context.ts'
import { openReader } from '../open-reader.ts'
import { ReaderConfig } from '../reader-config.ts'
import type { Reader } from '../reader.ts'

const patient = { timeout: 15_000, interval: 5 }
const EPC = '30751FEB705C5904E3D50D70'

describe('M100 module on a serial port', { timeout: 30_000 }, () => {
  let cable: PtyCable
  let device: EmulatedM100
  let context: ReturnType<typeof readerContext>
  let reader: Reader

  const becomes = (state: string) =>
    vi.waitFor(() => expect(reader.states()[0]?.state).toBe(state), patient)
  const hasRead = (...uids: string[]) =>
    vi.waitFor(() => expect(context.reads.map(({ uid }) => uid)).toEqual(uids), patient)

  beforeEach(async () => {
    context = readerContext()
    device = new EmulatedM100()
    cable = new PtyCable()
    cable.connect(device)
    await cable.plugIn()
    const config = { id: 'gate', type: 'm100', path: cable.readerEnd, region: 'korea', rounds: 5 }
    reader = await openReader(ReaderConfig.parse(config), context)
    reader.start()
  })

  afterEach(async () => {
    await reader.stop()
    await cable.destroy()
  })

  it('reads a tag with its strength, and is left not reading', async () => {
    await becomes('open')
    expect(device.region).toBe(6)
    device.show({ epc: EPC, rssi: -61 })
    await hasRead(EPC)
    expect(context.reads[0]).toMatchObject({ reader: 'gate', rssi: -61 })
    await vi.waitFor(() => expect(device.polls).toBeGreaterThan(2), patient)
    await reader.stop()
    await vi.waitFor(() => expect(device.isReading).toBe(false), patient)
  })

  it('is set up anew when it was unplugged while it read', async () => {
    await becomes('open')
    await cable.pull()
    await becomes('closed')
    device.region = null
    await cable.plugIn()
    await becomes('open')
    expect(device.region).toBe(6)
    device.show({ epc: EPC })
    await hasRead(EPC)
  })
})
