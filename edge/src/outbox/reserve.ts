import { appendFileSync, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const RESERVE_BYTES = 16 * 1024 * 1024
const CAP_BYTES = 512 * 1024 * 1024
/** A cap below this would leave a file no room to work in. */
export const MIN_CAP_BYTES = 1024 * 1024

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize
}

const reserveFile = (file: string) => join(dirname(file), 'reserve')

/**
 * The outbox's cap: the smaller of 512 MiB and half of what the disk could give it. Room for a
 * reserve that is still to be written does not count.
 */
export function outboxCap(file: string): number {
  const own = existsSync(file) ? statSync(file).size : 0
  const free = freeBytes(file) - (existsSync(reserveFile(file)) ? 0 : RESERVE_BYTES)
  return Math.max(MIN_CAP_BYTES, Math.min(CAP_BYTES, Math.floor((Math.max(0, free) + own) / 2)))
}

/**
 * Writes the 16 MiB that are given back when the disk is full; does nothing on a disk that is
 * short.
 */
export function keepReserve(file: string): void {
  if (existsSync(reserveFile(file)) || freeBytes(file) < 8 * RESERVE_BYTES) return
  // Written out, not a hole: a sparse file would give nothing back when it is deleted.
  const chunk = Buffer.alloc(1024 * 1024, 0x5a)
  for (let size = 0; size < RESERVE_BYTES; size += chunk.length) {
    appendFileSync(reserveFile(file), chunk)
  }
}

/** Deletes the reserve; answers its bytes. */
export function releaseReserve(file: string): number {
  const path = reserveFile(file)
  if (!existsSync(path)) return 0
  const { size } = statSync(path)
  rmSync(path)
  return size
}
