import { join } from 'node:path'
import { listSysfs, readSysfs } from './sysfs-file.ts'

/** The card itself, not its partitions and boot areas. */
const CARD = /^mmcblk\d+$/
/** eMMC: 0x01 is 0 to 10 % of its life, 0x0a is 90 to 100 %, 0x0b is beyond. */
const LIFE_STEP_PERCENT = 10
/** eMMC: from 0x02 on 80 % of the spare blocks are used, at 0x03 90 %. */
const SPARE_USED_PERCENT: Record<number, number> = { 2: 80, 3: 90 }

/**
 * The used part of the card's life, an upper bound in per cent, of the most worn card; null where
 * no card reports it: eMMC does, SD cards do not.
 */
export async function readCardWear(sysfs: string): Promise<number | null> {
  const worn: number[] = []
  const blocks = join(sysfs, 'block')
  for (const card of await listSysfs(blocks)) {
    if (!CARD.test(card)) continue
    for (const life of await readWords(join(blocks, card, 'device/life_time'))) {
      if (life >= 1 && life <= 0x0b) worn.push(Math.min(100, life * LIFE_STEP_PERCENT))
    }
    for (const state of await readWords(join(blocks, card, 'device/pre_eol_info'))) {
      const used = SPARE_USED_PERCENT[state]
      if (used !== undefined) worn.push(used)
    }
  }
  return worn.length === 0 ? null : Math.max(...worn)
}

async function readWords(path: string): Promise<number[]> {
  const text = (await readSysfs(path)) ?? ''
  return (text.match(/0x[0-9a-f]{1,2}\b/gi) ?? []).map(Number)
}
