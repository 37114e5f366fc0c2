import { DeviceError } from '../../device-error.ts'
import type { DeviceIo } from '../device/device-driver.ts'
import { withRetries } from '../device/with-retries.ts'
import type { ChafonReaderConfig } from './config.ts'
import { BROADCAST, CHAFON, CHAFON_STATUS, chafonFrame, type ChafonFrame } from './frame.ts'
import { CHAFON_BANDS, chafonRegion } from './region.ts'
import { regionsFor } from '../region/region-setting.ts'

const INVENTORY_LONGEST_MS = 25_500
/** Of the answer to READER_INFO, as UHFReader18 and UHFEx10 have it. */
const INFO = { HIGHEST: 4, LOWEST: 5, POWER: 6, SCAN_TIME: 7 } as const
/** Of the answer to GET_WORK_MODE. */
const WORK_MODE = { MODE: 4 } as const

type Settings = Pick<ChafonReaderConfig, 'address' | 'powerDbm' | 'region'>

/** Requests to one reader, and its answers. */
export class ChafonConversation {
  readonly #io: DeviceIo<ChafonFrame>
  readonly #signal: AbortSignal
  readonly #settings: Settings

  constructor(io: DeviceIo<ChafonFrame>, signal: AbortSignal, settings: Settings) {
    this.#io = io
    this.#signal = signal
    this.#settings = settings
  }

  /** @throws DeviceError when it does not answer. */
  ask(command: number, data: readonly number[] = [], within?: number): Promise<ChafonFrame> {
    const { address } = this.#settings
    const matches = (frame: ChafonFrame) =>
      isFrom(frame, address) &&
      (frame.command === command ? frame.status !== CHAFON_STATUS.MORE : isRefusal(frame))
    const bytes = chafonFrame(address, command, data)
    return withRetries(this.#signal, () => this.#io.request(bytes, matches, within))
  }

  /** @throws DeviceError that says `what` was refused, too. */
  async order(what: string, command: number, data: readonly number[]): Promise<void> {
    const { status } = await this.ask(command, data)
    if (status !== CHAFON_STATUS.OK) throw refused(what, status)
  }

  /** What the reader is set to. @throws DeviceError when it does not answer. */
  info(): Promise<ChafonFrame> {
    return this.ask(CHAFON.READER_INFO)
  }

  /**
   * Compares the band with the configured one, and sets the power where it differs. Resolves to the
   * time that an inventory takes at most, in milliseconds.
   *
   * @throws DeviceError when the reader is set to another region.
   */
  async setUp({ status, data }: ChafonFrame): Promise<number> {
    const { region, powerDbm } = this.#settings
    if (status !== CHAFON_STATUS.OK) throw refused('to tell what it is', status)
    const set = chafonRegion(data[INFO.HIGHEST] ?? 0, data[INFO.LOWEST] ?? 0)
    if (!regionsFor(CHAFON_BANDS, region).includes(set)) {
      throw new DeviceError(`the reader is set to region ${set}, the configuration says ${region}`)
    }
    if (powerDbm !== undefined && powerDbm !== data[INFO.POWER]) {
      await this.order(`${powerDbm} dBm`, CHAFON.SET_POWER, [powerDbm])
    }
    return (data[INFO.SCAN_TIME] ?? 0) * 100 || INVENTORY_LONGEST_MS
  }

  /** Whether it is set to read by itself, in active or trigger mode, and tells tags unasked. */
  async readsByItself(): Promise<boolean> {
    const { status, data } = await this.ask(CHAFON.GET_WORK_MODE)
    // A reader that does not know the command has no such mode.
    return status === CHAFON_STATUS.OK && data[WORK_MODE.MODE] !== 0
  }
}

/** Whether the frame comes from the reader that is asked at `address`. */
export function isFrom(frame: ChafonFrame, address: number): boolean {
  return address === BROADCAST || frame.address === address
}

function isRefusal({ command, status }: ChafonFrame): boolean {
  return command === CHAFON.REFUSED && status === CHAFON_STATUS.ILLEGAL
}

function refused(what: string, status: number): DeviceError {
  return new DeviceError(
    `the reader refuses ${what} (status ${status.toString(16).padStart(2, '0')})`,
  )
}
