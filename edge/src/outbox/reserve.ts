import { appendFileSync, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const reserveBytes = 16 * 1024 * 1024
const capBytes = 512 * 1024 * 1024
/** A cap below this would leave a file no room to work in. */
export const leastCap = 1024 * 1024

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize
}

const reserveFile = (file: string) => join(dirname(file), 'reserve')

/**
 * The outbox's cap: the smaller of 512 MiB and half of what the disk could give it, where the room
 * for a reserve that is not there does not count.
 */
export function outboxCap(file: string): number {
  const own = existsSync(file) ? statSync(file).size : 0
  const free = freeBytes(file) - (existsSync(reserveFile(file)) ? 0 : reserveBytes)
  return Math.max(leastCap, Math.min(capBytes, Math.floor((Math.max(0, free) + own) / 2)))
}

/** Puts 16 MiB aside for the day that the disk is full, while there is plenty. */
export function keepReserve(file: string): void {
  if (existsSync(reserveFile(file)) || freeBytes(file) < 8 * reserveBytes) return
  // Written out, not a hole: a sparse file would give nothing back when it is deleted.
  const chunk = Buffer.alloc(1024 * 1024, 0x5a)
  for (let size = 0; size < reserveBytes; size += chunk.length) {
    appendFileSync(reserveFile(file), chunk)
  }
}

/** Gives the reserve back to the disk; answers how many bytes that were. */
export function releaseReserve(file: string): number {
  const path = reserveFile(file)
  if (!existsSync(path)) return 0
  const { size } = statSync(path)
  rmSync(path)
  return size
}
