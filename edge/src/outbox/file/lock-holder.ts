import { readdirSync, readFileSync, statSync } from 'node:fs'

const SIGKILL_BIT = 1n << 8n

/**
 * The process that has locked a file, by the kernel's list of locks; null when that does not say.
 * `isRunning` is false for one that is ending, waits for a disk or cannot be looked at.
 */
export function lockHolder(file: string): { pid: number; isRunning: boolean } | null {
  try {
    const { ino } = statSync(file)
    const locks = readFileSync('/proc/locks', 'utf8').split('\n')
    const lock = locks.map((line) => LOCK.exec(line)).find((match) => Number(match?.[2]) === ino)
    const pid = Number(lock?.[1] ?? 0)
    return pid > 0 ? { pid, isRunning: isRunning(pid) } : null
  } catch {
    // No such file, or a system that shows no locks.
    return null
  }
}

/** `1: POSIX  ADVISORY  WRITE 4711 08:02:131090 1073741824 1073742335` */
const LOCK = /\bWRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/

function isRunning(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const states = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/status`, 'utf8'))
    return states.length > 0 && !states.some(isEnding)
  } catch {
    // It has gone meanwhile, or belongs to another user.
    return false
  }
}

/** True for a thread that was killed or waits for a device, by its `status` in /proc. */
export function isEnding(status: string): boolean {
  const pending = [...status.matchAll(/^(?:Sig|Shd)Pnd:\s*([0-9a-f]+)$/gm)]
  const isKilled = pending.some(([, bits]) => (BigInt(`0x${bits}`) & SIGKILL_BIT) !== 0n)
  return isKilled || /^State:\s*[DZX]/m.test(status)
}
