import { DeviceError } from '../../device-error.ts'
import type { DeviceDriver, DeviceIo } from '../device/device-driver.ts'
import { ResyncFramer } from '../device/resync-framer.ts'
import { withRetries } from '../device/with-retries.ts'
import type { ThingMagicReaderConfig } from './config.ts'
import { OPCODE, STATUS, THINGMAGIC_SHAPE, type ThingMagicFrame } from './frame.ts'
import { readTagRecord, readTemperature } from './record.ts'
import { setUpCommands, startCommand, STOP } from './commands.ts'
import { ThingMagicWarnings } from './warnings.ts'

const IDLE_MS = 100
/** Keep-alives come each second. */
const KEEP_ALIVE_WITHIN_MS = 3500
/** A read that would be older was counted from a keep-alive that got lost. */
const OLDEST_READ_MS = 1500

const TOO_HOT = 'the module is too hot and pauses'
const RETURN_LOSS = 'the antenna sends its power back: look at it and its cable'

/** The driver of one reader; made anew for each. */
export function createThingMagicDriver(
  config: ThingMagicReaderConfig,
): DeviceDriver<ThingMagicFrame> {
  const { warnAboveC } = config
  const hot = `the module is hotter than ${warnAboveC} °C`
  let warnings = new ThingMagicWarnings()
  let monotonic = () => 0
  /** When the count of a tag's milliseconds began. */
  let keepAliveAt = 0
  let framesRead = 0

  function age(sinceKeepAliveMs: number): number | undefined {
    const ms = monotonic() - keepAliveAt - sinceKeepAliveMs
    return ms > OLDEST_READ_MS ? undefined : Math.max(0, ms)
  }

  async function run(io: DeviceIo<ThingMagicFrame>, signal: AbortSignal): Promise<void> {
    const ask = async (what: string, bytes: Buffer) => {
      const opcode = bytes[2]
      const matches = (frame: ThingMagicFrame) => frame.opcode === opcode
      const { status } = await withRetries(signal, () => io.request(bytes, matches))
      if (status === STATUS.OK) return
      const code = status.toString(16).padStart(4, '0')
      throw new DeviceError(`the module refuses ${what} (status ${code})`)
    }
    warnings = new ThingMagicWarnings()
    monotonic = () => io.monotonic()
    try {
      // It may still be reading for an edge that was killed, and then takes no settings. One that
      // does not read may answer anything, or nothing.
      await io.request(STOP, ({ opcode }) => opcode === OPCODE.MULTI_PROTOCOL).catch(() => {})
      for (const { what, bytes } of setUpCommands(config)) await ask(what, bytes)
      await ask('to read', startCommand(warnAboveC !== undefined))
      keepAliveAt = io.monotonic()
      io.ready()
      while (!signal.aborted) {
        const before = framesRead
        await io.sleep(KEEP_ALIVE_WITHIN_MS)
        if (framesRead === before) {
          throw new DeviceError(`the module tells nothing for ${KEEP_ALIVE_WITHIN_MS} ms`)
        }
      }
    } finally {
      if (signal.aborted) io.send(STOP)
    }
  }

  return {
    idleMs: IDLE_MS,
    createParser: (output) => new ResyncFramer(THINGMAGIC_SHAPE, output),
    take(frame, output) {
      if (frame.opcode !== OPCODE.READ) return
      framesRead++
      const tag = readTagRecord(frame)
      if (tag !== null) {
        const { epc, antenna, rssi, count, sinceKeepAliveMs } = tag
        const ageMs = age(sinceKeepAliveMs)
        output.emit({ uid: epc, antenna, rssi, count, ageMs })
        return
      }
      const temperature = readTemperature(frame)
      if (frame.status === STATUS.KEEP_ALIVE) {
        keepAliveAt = monotonic()
        warnings.tick()
      } else if (frame.status === STATUS.TOO_HOT) warnings.raise(TOO_HOT)
      else if (frame.status === STATUS.RETURN_LOSS) warnings.raise(RETURN_LOSS)
      else if (temperature === null) output.noise()
      else if (warnAboveC !== undefined && temperature > warnAboveC) warnings.raise(hot)
      output.warn(warnings.text())
    },
    run,
  }
}
