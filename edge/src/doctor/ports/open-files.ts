import { readlinkSync } from 'node:fs'
import { type Machine, namesIn, placeOf, textOf } from '../machine.ts'

/** A process that has a file open. */
export interface Holder {
  pid: number
  /** Its command, such as `minicom`. */
  name: string
}

/** The processes that have a file open, as far as this account may look at them. */
export function holdersOf(machine: Machine, target: string): Holder[] {
  const pids = namesIn(machine, '/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .filter((pid) => hasOpen(machine, pid, target))
    .map((pid) => ({ pid: Number(pid), name: textOf(machine, `/proc/${pid}/comm`) ?? '?' }))
}

function hasOpen(machine: Machine, pid: string, target: string): boolean {
  const folder = `/proc/${pid}/fd`
  return namesIn(machine, folder).some((fd) => {
    try {
      return readlinkSync(placeOf(machine, `${folder}/${fd}`)) === target
    } catch {
      // Closed meanwhile.
      return false
    }
  })
}
