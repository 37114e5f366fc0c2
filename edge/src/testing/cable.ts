import type { EmulatedDevice } from './emulators/emulator.ts'

/** What is between a reader and an emulated device, and can be pulled. */
export interface Cable {
  /** The settings of a reader at its end. */
  readonly link: Record<string, unknown>
  /** Puts a device at the far end, now and each time that the cable is plugged in. */
  connect(device: EmulatedDevice): void
  /** The reader can reach the device, or the device the reader, when it resolves. */
  plugIn(): Promise<void>
  /** Whatever was connected is not any more when it resolves. */
  pull(): Promise<void>
  /** Pulls it and throws it away. */
  destroy(): Promise<void>
}
