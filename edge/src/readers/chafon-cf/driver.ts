import { DeviceError } from '../../device-error.ts'
import type { DeviceDriver, DeviceIo } from '../device/device-driver.ts'
import { ResyncFramer } from '../device/resync-framer.ts'
import { withRetries } from '../device/with-retries.ts'
import { bandsAllowed } from '../region/region-setting.ts'
import { CF_BANDS, type ChafonCfReaderConfig } from './config.ts'
import { BROADCAST, CF, CF_SHAPE, CF_STATUS, cfFrame, type CfFrame, cfTag } from './frame.ts'

/** The line is idle between two frames: that ends a frame which noise has broken. */
const IDLE_MS = 100
/** An inventory of which nothing is heard for so long is begun anew. */
const QUIET_MS = 1000
const ROUND_PAUSE_MS = 20
/** One that reads by itself and tells nothing is asked whether it is still there. */
const ASKED_AFTER_MS = 5000
/** No end: until it is stopped. */
const UNTIL_STOPPED = [0, 0, 0, 0, 0]
/** The parameters behind the status: mode, antennas as bits, band, power. */
const PARAMETERS = { BYTES: 25, MODE: 2, ANTENNAS: 6, BAND: 7, POWER: 15 } as const
const ANSWER_MODE = 0

/** The driver of one reader; made anew for each. */
export function createChafonCfDriver(config: ChafonCfReaderConfig): DeviceDriver<CfFrame> {
  const { address } = config
  const isOurs = (frame: CfFrame) => address === BROADCAST || frame.address === address
  let heard = 0
  /** It was told to read, maybe over a connection that is gone, and not to stop since. */
  let isAsked = false

  async function run(io: DeviceIo<CfFrame>, signal: AbortSignal): Promise<void> {
    const ask = (command: number, data?: readonly number[]) =>
      withRetries(signal, () =>
        io.request(
          cfFrame(address, command, data),
          (frame) => isOurs(frame) && frame.command === command,
        ),
      )
    async function order(what: string, command: number, data?: readonly number[]) {
      const answer = await ask(command, data)
      const status = answer.data[0] ?? CF_STATUS.PARAMETER
      if (status !== CF_STATUS.OK)
        throw new DeviceError(`the reader refuses ${what} ${inHex(status)}`)
      return answer.data.subarray(1)
    }
    /** One that an edge before this left reading hears nothing but the stop. */
    async function parameters(): Promise<Buffer> {
      const before = heard
      const told = await order('to tell its parameters', CF.GET_PARAMETERS).catch(async (error) => {
        if (signal.aborted || heard === before) throw error
        await ask(CF.STOP)
        return order('to tell its parameters', CF.GET_PARAMETERS)
      })
      if (told.length === PARAMETERS.BYTES) return told
      throw new DeviceError(
        `el lector dice ${told.length} parámetros; no es de la línea de chafon_cf`,
      )
    }

    /** Until it is stopped, and begun anew where the reader ends it by itself or falls silent. */
    async function read(): Promise<void> {
      const begin = cfFrame(address, CF.INVENTORY, UNTIL_STOPPED)
      const endsRound = (frame: CfFrame) =>
        isOurs(frame) && frame.command === CF.INVENTORY && frame.data[0] !== CF_STATUS.OK
      for (let isReady = false; ; isReady = true) {
        let before = heard
        let end = await orQuiet(io.request(begin, endsRound, QUIET_MS))
        if (end?.data[0] === CF_STATUS.PARAMETER) {
          throw new DeviceError(`the reader refuses to read ${inHex(CF_STATUS.PARAMETER)}`)
        }
        if (!isReady) io.ready()
        while (end === null && heard !== before) {
          before = heard
          end = await orQuiet(io.next(endsRound, QUIET_MS))
        }
        warnOf(end)
        if (end === null) await ask(CF.STOP)
        else await io.sleep(ROUND_PAUSE_MS)
      }
    }

    /** Null where nothing of the kind has come in time. */
    async function orQuiet(answer: Promise<CfFrame>): Promise<CfFrame | null> {
      return answer.catch((error: unknown) => {
        if (signal.aborted) throw error
        return null
      })
    }

    function warnOf(end: CfFrame | null): void {
      const status = end?.data[0] ?? CF_STATUS.OK
      const isFault = status !== CF_STATUS.OK && status !== CF_STATUS.ROUND_OVER
      io.warn(isFault ? `the reader reports a fault ${inHex(status)}` : null)
    }

    try {
      if (isAsked) await ask(CF.STOP)
      isAsked = false
      const set = await parameters()
      checkBand(set, config.region)
      await setUp(set, config, order)
      if (set[PARAMETERS.MODE] === ANSWER_MODE) {
        isAsked = true
        await read()
        return
      }
      io.ready()
      while (!signal.aborted) {
        const before = heard
        await io.sleep(ASKED_AFTER_MS)
        if (heard === before) await ask(CF.GET_PARAMETERS)
      }
    } finally {
      // What it does by itself it goes on with, as it was before.
      if (signal.aborted && isAsked) io.send(cfFrame(address, CF.STOP))
    }
  }

  return {
    idleMs: IDLE_MS,
    createParser: (output) => new ResyncFramer(CF_SHAPE, output),
    take(frame, output) {
      if (!isOurs(frame)) {
        output.noise()
        return
      }
      heard++
      if (frame.command !== CF.INVENTORY) return
      const tag = cfTag(frame)
      if (tag === 'no tag') output.noise()
      else if (tag !== 'nothing') output.emit(tag)
    },
    run,
  }
}

/** @throws DeviceError when the reader may transmit outside of the band that the configuration names. */
function checkBand(set: Buffer, region: ChafonCfReaderConfig['region']): void {
  const allowed = bandsAllowed(CF_BANDS, region)
  // Region, MHz and kHz of the lowest channel, kHz between two, and the number of the last one.
  const lowest =
    set.readUInt16BE(PARAMETERS.BAND + 1) + set.readUInt16BE(PARAMETERS.BAND + 3) / 1000
  const step = set.readUInt16BE(PARAMETERS.BAND + 5) / 1000
  const highest = lowest + step * (set[PARAMETERS.BAND + 7] ?? 0)
  if (allowed === null || allowed.some(([from, to]) => from <= lowest && highest <= to)) return
  const band = `${lowest}-${Math.round(highest * 1000) / 1000} MHz`
  throw new DeviceError(`the reader is set to region ${band}, the configuration says ${region}`)
}

/** Sets what differs, since the reader keeps it in memory that wears. */
async function setUp(
  set: Buffer,
  { powerDbm, useAntennas }: ChafonCfReaderConfig,
  order: (what: string, command: number, data: readonly number[]) => Promise<unknown>,
): Promise<void> {
  if (powerDbm !== undefined && powerDbm !== set[PARAMETERS.POWER]) {
    await order(`${powerDbm} dBm`, CF.SET_POWER, [powerDbm, 0])
    set[PARAMETERS.POWER] = powerDbm
  }
  const bits = useAntennas?.reduce((sum, number) => sum | (1 << (number - 1)), 0)
  if (bits === undefined || bits === set[PARAMETERS.ANTENNAS]) return
  set[PARAMETERS.ANTENNAS] = bits
  await order(`the antennas ${useAntennas?.join(', ')}`, CF.SET_PARAMETERS, [...set])
}

const inHex = (status: number) => `(status ${status.toString(16).padStart(2, '0')})`
