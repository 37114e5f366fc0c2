import type { ScanEvent } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { createStore } from '../browser/external-store.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { makeRead } from '../testing/reads.ts'
import { createPacedReads, type ReadSource } from './paced-reads.ts'

function open() {
  const clock = createFakeClock()
  const source = createStore<ReadSource>({ reads: [], received: 0 })
  const add = (count: number) => {
    const now = source.get()
    const fresh: ScanEvent[] = Array.from({ length: count }, (_, i) =>
      makeRead(`p-${now.received + i}`, clock.now()),
    )
    source.set({ reads: [...fresh, ...now.reads], received: now.received + count })
  }
  const paced = createPacedReads(source, clock)
  paced.start()
  return { clock, add, paced, shown: () => paced.shown.get().length }
}

it('paced reads show those at once that come one by one', () => {
  const { clock, add, shown } = open()
  add(1)
  expect(shown()).toBe(1)
  clock.advance(20)
  add(1)
  expect(shown()).toBe(2)
})

it('paced reads show a flood four times a second, and its end', () => {
  const { clock, add, paced, shown } = open()
  let changes = 0
  paced.shown.subscribe(() => changes++)
  for (let i = 0; i < 40; i++) {
    add(50)
    clock.advance(100)
  }
  expect(changes).toBeLessThanOrEqual(17)
  clock.advance(250)
  expect(shown()).toBe(2000)
})

it('paced reads are silent after a stop', () => {
  const { clock, add, paced, shown } = open()
  add(10)
  add(1)
  paced.stop()
  clock.advance(1000)
  expect(shown()).toBe(10)
})
