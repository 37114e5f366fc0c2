import { EmulatedPulseBoard } from '@vehicle-control/edge/testing/emulators/pulse-board'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'

/** A board of relays that is emulated at the far end of a serial cable. */
export interface EmulatedBoard {
  readonly device: EmulatedPulseBoard
  readonly cable: PtyCable
  /** For `boards` of EDGE_CONFIG. */
  readonly board: object
}

/** Puts an emulated board on its bus. Rejects, in Spanish, where socat is missing. */
export async function startEmulatedBoard(names: readonly string[]): Promise<EmulatedBoard> {
  const device = new EmulatedPulseBoard()
  const cable = new PtyCable()
  cable.connect(device)
  await cable.plugIn().catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? new Error('falta socat: sudo apt install socat', { cause: error }) : error
  })
  const lines = names.map((name, i) => ({ channel: i + 1, name, maxOnMs: 60_000 }))
  const board = { type: 'modbus_rtu', path: cable.readerEnd, pulse: 'waveshare', lines }
  return { device, cable, board }
}
