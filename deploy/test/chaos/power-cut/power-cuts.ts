import { Disk, type DiskImage } from './disk.ts'
import type { DiskEvent } from './disk-trace.ts'

/** A power cut in the middle of a trace. */
export interface PowerCut {
  /** The system call before which it came. */
  at: number
  /** What was left on the disk; good until the next cut is asked for. */
  image: DiskImage
  /** What the process had said by then. */
  said: readonly string[]
}

/** Cuts the power at so many points of a trace that began on `before`; a seed gives the same ones. */
export function* powerCuts(
  events: readonly DiskEvent[],
  before: DiskImage,
  { count, seed }: { count: number; seed: number },
): Generator<PowerCut> {
  const random = randomOf(seed)
  const points = Array.from({ length: count }, () => Math.floor(random() * (events.length + 1)))
  const disk = new Disk(before)
  const said: string[] = []
  let done = 0
  for (const at of points.toSorted((a, b) => a - b)) {
    for (; done < at; done++) {
      const event = events[done]
      if (event?.type === 'said') said.push(event.text)
      else if (event !== undefined) disk.apply(event)
    }
    yield { at, image: disk.cut(random), said }
  }
}

/** Numbers from 0 to below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
