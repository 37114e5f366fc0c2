import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '../machines/machine.ts'

/**
 * A tag that was printed so shortly before its port was closed may have been on its way into a
 * process that was ending.
 */
const ON_THE_WAY_S = 1

interface Line {
  /** Seconds of the machine's monotonic clock, which all share. */
  at: number
  boot?: true
  held?: boolean
  tag?: number
}

/** What a gate has printed while its port was held. */
export interface Printed {
  /** Numbers of tags that whoever held the port must have taken. */
  taken: number[]
  /** Numbers of tags that it may have taken. */
  onTheWay: number[]
}

const fileOf = ({ tree }: Machine, name: string) => join(tree, 'var/lib/gate', name)

/** Holds the cars back, so that what has passed is all there is; they wait, and no tag is lost. */
export function holdCars(machine: Machine): void {
  writeFileSync(fileOf(machine, 'pause'), '')
}

/** Lets the cars pass again. */
export function letCarsPass(machine: Machine): void {
  rmSync(fileOf(machine, 'pause'), { force: true })
}

/** What the gate has printed since it was put there. */
export function printedBy(machine: Machine): Printed {
  return judge(
    readFileSync(fileOf(machine, 'journal'), 'utf8')
      .split('\n')
      // A machine that was killed may leave half a line behind.
      .flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Line] : [])),
  )
}

/**
 * What must, and what may, have been taken: who held the port let go at `held: false`, or unseen before
 * the gate's next boot.
 */
export function judge(lines: readonly Line[]): Printed {
  const taken: number[] = []
  const onTheWay: number[] = []
  let open: { tag: number; at: number }[] = []
  let last = 0
  const letGo = (at: number) => {
    for (const one of open) (at - one.at < ON_THE_WAY_S ? onTheWay : taken).push(one.tag)
    open = []
  }
  for (const { at, boot, held, tag } of lines) {
    if (boot) letGo(last)
    if (held === false) letGo(at)
    if (tag !== undefined) open.push({ tag, at })
    last = at
  }
  // The port is still held.
  taken.push(...open.map(({ tag }) => tag))
  return { taken, onTheWay }
}
