import { z } from 'zod'
import { SensorMissing } from '../sensor.ts'

/** What is used of node-dht-sensor: its asynchronous read, which leaves the event loop free. */
export interface DhtPackage {
  read(
    model: 11 | 22,
    pin: number,
    done: (error: Error | null, temperature: number, humidity: number) => void,
  ): void
  setMaxRetries(retries: number): void
}

const isFunction = (value: unknown) => typeof value === 'function'
// Its names are found on the default export alone: it is no ES module.
const Module = z.object({
  default: z.custom<DhtPackage>((value) => {
    const found = z.object({ read: z.unknown(), setMaxRetries: z.unknown() }).safeParse(value)
    return found.success && isFunction(found.data.read) && isFunction(found.data.setMaxRetries)
  }),
})

/** Not a literal: the package is optional, and need not be there when this is compiled. */
const NAME = 'node-dht-sensor'

/**
 * The package, which tries only once a call: its own retries come faster than a DHT allows.
 *
 * @throws SensorMissing where it is not installed, was not built, or is another one.
 */
export async function loadDhtPackage(
  load: () => Promise<unknown> = () => import(NAME),
): Promise<DhtPackage> {
  const loaded = await load().catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new SensorMissing(
      `the package ${NAME} is not installed or not built (${code}): npm install ${NAME}, or use type iio`,
      { cause },
    )
  })
  const module = Module.safeParse(loaded)
  if (!module.success) throw new SensorMissing(`the package ${NAME} is not the expected one`)
  module.data.default.setMaxRetries(0)
  return module.data.default
}
