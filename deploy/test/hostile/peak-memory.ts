import { readFileSync } from 'node:fs'

/** The most memory that a process had at any time, bytes. */
export function peakMemory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}
