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

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)

/**
 * The outbox's cap: the smaller of 512 MiB and half of what the disk could give it. Room for what
 * is still to be written of the reserve does not count.
 */
export function outboxCap(file: string, diskFree = freeBytes(file)): number {
  const free = diskFree - Math.max(0, RESERVE_BYTES - sizeOf(reserveFile(file)))
  const disk = Math.max(0, free) + sizeOf(file)
  return Math.max(MIN_CAP_BYTES, Math.min(CAP_BYTES, Math.floor(disk / 2)))
}

/**
 * Writes the 16 MiB that are given back when the disk is full, or what is missing of them after an
 * interrupted write; does nothing while the disk has little room.
 */
export function keepReserve(file: string): void {
  const path = reserveFile(file)
  if (sizeOf(path) >= RESERVE_BYTES || freeBytes(file) < 8 * RESERVE_BYTES) return
  // Real bytes: deleting a sparse file would free nothing.
  const chunk = Buffer.alloc(1024 * 1024, 0x5a)
  for (let size = sizeOf(path); size < RESERVE_BYTES; size += chunk.length) {
    appendFileSync(path, chunk.subarray(0, RESERVE_BYTES - size))
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
