import { DeviceError } from '../../device-error.ts'
import type { DeviceDriver, DeviceIo } from '../device/device-driver.ts'
import { ResyncFramer } from '../device/resync-framer.ts'
import { withRetries } from '../device/with-retries.ts'
import { regionsFor } from '../region/region-setting.ts'
import { A0_BANDS, A0_REGIONS, type A0ReaderConfig } from './config.ts'
import { A0, A0_CODE, A0_SHAPE, a0Frame, type A0Frame, BROADCAST } from './frame.ts'
import { readInventoryFrame } from './inventory.ts'

const IDLE_MS = 100
const ROUND_WITHIN_MS = 3000
/** Ends a round as soon as every tag before the antenna has answered. */
const SHORTEST_ROUND = 0xff

/** The driver of one reader; made anew for each. */
export function createA0Driver(config: A0ReaderConfig): DeviceDriver<A0Frame> {
  const { address, region, powerDbm } = config
  const named = Object.keys(config.antennas ?? {}).map(Number)
  const antennas = named.length > 0 ? named : [1]
  const isOurs = (frame: A0Frame) => address === BROADCAST || frame.address === address

  async function run(io: DeviceIo<A0Frame>, signal: AbortSignal): Promise<void> {
    const ask = (command: number, data: number[] = [], within?: number) => {
      const matches = (frame: A0Frame) => {
        if (!isOurs(frame) || frame.command !== command) return false
        const inventory = readInventoryFrame(frame)
        return inventory === null || !('tag' in inventory)
      }
      const bytes = a0Frame(address, command, data)
      return withRetries(signal, () => io.request(bytes, matches, within))
    }

    /** One round of one antenna: the code that it ended with. */
    async function read(antenna: number): Promise<number> {
      const { data } = await ask(A0.SET_ANTENNA, [antenna - 1])
      const code = data[0] ?? A0_CODE.SUCCESS
      if (code !== A0_CODE.SUCCESS) return code
      const end = await ask(A0.REAL_TIME_INVENTORY, [SHORTEST_ROUND], ROUND_WITHIN_MS)
      const inventory = readInventoryFrame(end)
      return inventory !== null && 'fault' in inventory ? inventory.fault : A0_CODE.SUCCESS
    }

    await ask(A0.VERSION)
    const { data } = await ask(A0.GET_REGION)
    const set = data.length === 1 ? undefined : A0_REGIONS[(data[0] ?? 0) - 1]
    if (set === undefined || !regionsFor(A0_BANDS, region).includes(set)) {
      const found = set ?? Buffer.from(data).toString('hex')
      throw new DeviceError(
        `the reader is set to region ${found}, the configuration says ${region}`,
      )
    }
    if (powerDbm !== undefined) {
      const answer = await ask(A0.SET_TEMPORARY_POWER, [powerDbm])
      if (answer.data[0] !== A0_CODE.SUCCESS) {
        throw new DeviceError(
          `the reader refuses ${powerDbm} dBm (code ${answer.data.toString('hex')})`,
        )
      }
    }
    io.ready()
    const faults = new Map<number, string>()
    while (!signal.aborted) {
      for (const antenna of antennas) {
        const fault = faultOf(await read(antenna))
        if (fault === null) faults.delete(antenna)
        else faults.set(antenna, `antenna ${antenna} ${fault}`)
        io.warn(faults.size > 0 ? [...faults.values()].join(', ') : null)
      }
    }
  }

  return {
    idleMs: IDLE_MS,
    createParser: (output) => new ResyncFramer(A0_SHAPE, output),
    take(frame, output) {
      if (!isOurs(frame)) {
        output.noise()
        return
      }
      const inventory = readInventoryFrame(frame)
      if (inventory !== null && 'tag' in inventory) output.emit(inventory.tag)
    },
    run,
  }
}

function faultOf(code: number): string | null {
  if (code === A0_CODE.SUCCESS || code === A0_CODE.NO_TAG) return null
  if (code === A0_CODE.ANTENNA_MISSING) return 'is not connected'
  return `cannot read (code ${code.toString(16)})`
}
