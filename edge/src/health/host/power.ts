import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listSysfs, readSysfs } from './sysfs-file.ts'

/** The present state; null where the kernel does not report it. */
export interface Power {
  undervoltage: boolean | null
  /** The processor is slower than it could be: too hot, or too little voltage. */
  throttled: boolean | null
}

/** Bits of the firmware's word; those from 16 on are about the past. */
const UNDERVOLTAGE = 1
/** Frequency capped, throttled, soft temperature limit. */
const THROTTLED = 2 | 4 | 8
const FIRMWARE = 'devices/platform/soc/soc:firmware'

/**
 * The power state by the firmware of a Pi. The driver rpi_volt polls it every 2 s and reports
 * whether the voltage was too low in between. Only the firmware's own word says how it throttles:
 * that file is beside the driver's device, or at a fixed path on kernels without the driver.
 */
export async function readPower(sysfs: string): Promise<Power> {
  const hwmon = await findVoltageAlarm(sysfs)
  const alarm = hwmon === null ? null : await readSysfs(join(hwmon, 'in0_lcrit_alarm'))
  const beside = hwmon === null ? null : await realpath(join(hwmon, 'device')).catch(() => null)
  const word =
    (beside === null ? null : await readWord(dirname(beside))) ??
    (await readWord(join(sysfs, FIRMWARE)))
  const lowNow = word === null ? null : (word & UNDERVOLTAGE) !== 0
  return {
    undervoltage: alarm === '0' || alarm === '1' ? alarm === '1' : lowNow,
    throttled: word === null ? null : (word & THROTTLED) !== 0,
  }
}

async function findVoltageAlarm(sysfs: string): Promise<string | null> {
  const folder = join(sysfs, 'class/hwmon')
  for (const entry of await listSysfs(folder)) {
    if ((await readSysfs(join(folder, entry, 'name'))) === 'rpi_volt') return join(folder, entry)
  }
  return null
}

/** Hexadecimal, with 0x on some kernels. */
async function readWord(folder: string): Promise<number | null> {
  const text = await readSysfs(join(folder, 'get_throttled'))
  return text !== null && /^(0x)?[0-9a-f]{1,8}$/i.test(text) ? Number.parseInt(text, 16) : null
}
