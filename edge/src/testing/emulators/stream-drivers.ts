import type { DeviceDriver } from '../../readers/device/device-driver.ts'
import { ReaderConfig } from '../../readers/reader-config.ts'
import { READER_TYPES } from '../../readers/reader-types.ts'
import type { StreamEmulation, StreamTypeName } from './stream-emulation.ts'
import { STREAM_EMULATIONS } from './stream-emulations.ts'

type Driver = DeviceDriver<unknown>

/** An emulation with its name in tests and figures, and what makes the driver that reads it. */
export interface EmulatedStream extends StreamEmulation<StreamTypeName> {
  type: StreamTypeName
  name: string
  openDriver: () => Promise<Driver>
}

/** Each of the list, without what only its own type knows. */
export const EMULATED_STREAMS: readonly EmulatedStream[] = Object.entries(
  STREAM_EMULATIONS,
).flatMap(([key, emulations]: [string, readonly StreamEmulation<StreamTypeName>[]]) => {
  const type = key as StreamTypeName
  return emulations.map((emulation) => ({
    ...emulation,
    type,
    name: emulation.model === undefined ? type : `${type} (${emulation.model})`,
    openDriver() {
      const config = ReaderConfig.parse({
        id: 'gate',
        type,
        path: '/dev/none',
        ...emulation.settings,
      })
      // The schema of this very type has made the configuration.
      const { driver } = READER_TYPES[type] as { driver: (config: unknown) => Promise<Driver> }
      return driver(config)
    },
  }))
})
