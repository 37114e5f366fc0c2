import { join } from 'node:path'
import { listSysfs, readSysfs } from './sysfs-file.ts'

/** The zone of the processor: `cpu-thermal` on a Pi, other words on other boards. */
const PROCESSOR = /cpu|soc|pkg/i

/** °C of the processor; null where the kernel does not report it. */
export async function readCpuTemp(sysfs: string): Promise<number | null> {
  const zones = join(sysfs, 'class/thermal')
  for (const zone of await listSysfs(zones)) {
    const type = await readSysfs(join(zones, zone, 'type'))
    if (type === null || !PROCESSOR.test(type)) continue
    const text = await readSysfs(join(zones, zone, 'temp'))
    if (text !== null && /^-?\d+$/.test(text)) return Number(text) / 1000
  }
  return null
}
