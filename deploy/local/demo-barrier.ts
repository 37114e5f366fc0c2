import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SIMULATED_INPUTS } from '@vehicle-control/edge/inputs/simulated-port'

const LOOP = 13
const OPEN = 19
const CLOSED = 26

/** Inputs of an edge's configuration for a barrier that `playBarrier` moves. */
export const BARRIER_INPUTS = [
  { id: 'lazo', pin: LOOP, rule: 'report', sense: 'loop' },
  { id: 'abierta', pin: OPEN, rule: 'report', sense: 'barrier_open' },
  { id: 'cerrada', pin: CLOSED, rule: 'report', sense: 'barrier_closed' },
]

/** Between two vehicles. */
const LEAST_PAUSE_MS = 15_000
const MOST_PAUSE_MS = 45_000
/** One vehicle: after so many milliseconds these contacts are active. */
const PASSAGE: readonly (readonly [ms: number, active: readonly number[]])[] = [
  [0, [LOOP, CLOSED]],
  [1500, [LOOP]],
  [2000, [LOOP, OPEN]],
  [5000, [OPEN]],
  [4000, []],
  [2000, [CLOSED]],
]

/**
 * Lets vehicles pass at the simulated barrier of an edge with this data folder, for as long as the
 * process lives: each stands on the loop, and the barrier opens and closes for it.
 */
export function playBarrier(dataDir: string): void {
  const folder = join(dataDir, SIMULATED_INPUTS)
  mkdirSync(folder, { recursive: true })
  const show = (active: readonly number[]) => {
    for (const pin of [LOOP, OPEN, CLOSED]) {
      const file = join(folder, String(pin))
      if (active.includes(pin)) writeFileSync(file, '')
      else rmSync(file, { force: true })
    }
  }
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
  const play = async () => {
    for (;;) {
      await wait(LEAST_PAUSE_MS + Math.random() * (MOST_PAUSE_MS - LEAST_PAUSE_MS))
      for (const [ms, active] of PASSAGE) {
        await wait(ms)
        show(active)
      }
    }
  }
  show([CLOSED])
  // Its folder may go while the demo ends.
  play().catch(() => {})
}
