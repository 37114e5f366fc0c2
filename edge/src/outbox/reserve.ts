import { appendFileSync, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const reserveBytes = 16 * 1024 * 1024
const capBytes = 512 * 1024 * 1024
const leastBytes = 1024 * 1024

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** The outbox's cap: the smaller of 512 MiB and half of what the disk could give it. */
export function outboxCap(file: string): number {
  const ownBytes = existsSync(file) ? statSync(file).size : 0
  const share = (freeBytes(dirname(file)) + ownBytes) / 2
  return Math.max(leastBytes, Math.min(capBytes, Math.floor(share)))
}

const reserveFile = (file: string) => join(dirname(file), 'reserve')

/** Puts 16 MiB aside for the day that the disk is full, while there is plenty. */
export function keepReserve(file: string): void {
  if (existsSync(reserveFile(file)) || freeBytes(dirname(file)) < 8 * reserveBytes) return
  // Written out, not a hole: a sparse file would give nothing back when it is deleted.
  const chunk = Buffer.alloc(1024 * 1024, 0x5a)
  for (let size = 0; size < reserveBytes; size += chunk.length) {
    appendFileSync(reserveFile(file), chunk)
  }
}

/** Gives the reserve back to the disk; false when it was already gone. */
export function releaseReserve(file: string): boolean {
  if (!existsSync(reserveFile(file))) return false
  rmSync(reserveFile(file))
  return true
}
