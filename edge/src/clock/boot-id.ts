import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const BOOT_ID = '/proc/sys/kernel/random/boot_id'

/**
 * The kernel's id of this boot. Where there is none, a random one: then no stored row counts as
 * one of this boot, which loses its age and nothing else.
 */
export function readBootId(readFile = (path: string) => readFileSync(path, 'utf8')): string {
  try {
    return readFile(BOOT_ID).trim() || randomUUID()
  } catch {
    // Not Linux, or /proc is hidden from the service.
    return randomUUID()
  }
}
