import { expect, it, vi } from 'vitest'
import { openReader } from '../../readers/open-reader.ts'
import { ReaderConfig } from '../../readers/reader-config.ts'
import { readerContext } from '../reader-context.ts'
import { EMULATED_TYPES } from './emulated-types.ts'

const TAGS = { epc: 'E2003412012F1700A1B2C3D4', card: '3C00CE754C', wiegand: '8B1C3D' }
const patient = { timeout: 20_000, interval: 50 }

it.each(Object.entries(EMULATED_TYPES))(
  'a reader of the type %s reads its emulation',
  async (type, emulated) => {
    const emulation = await emulated.open()
    const context = readerContext()
    const config = ReaderConfig.parse({ id: 'gate', ...emulation.settings })
    expect(config.type).toBe(type)
    const reader = await openReader(config, context)
    try {
      reader.start()
      await vi.waitFor(() => expect(reader.states()[0]?.state).toBe('open'), patient)
      // The system may still drop what comes while the port is being opened.
      await vi.waitFor(() => {
        emulation.show({ epc: TAGS[emulated.tags] })
        expect(context.reads.map(({ uid }) => uid)).toContain(TAGS[emulated.tags])
      }, patient)
    } finally {
      await reader.stop()
      await emulation.close()
    }
  },
)
