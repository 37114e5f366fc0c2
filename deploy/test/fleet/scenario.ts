import { it } from 'vitest'
import { edges } from './fleet.ts'
import { storedReads } from './gate/account.ts'
import { printedBy } from './gate/journal.ts'
import { note } from './summary.ts'

/** A test that leaves a line in the run's summary: how long, and how many reads. */
export function scenario(name: string, run: () => Promise<void>): void {
  it(name, async () => {
    const before = await counts()
    const from = performance.now()
    let passed = false
    try {
      await run()
      passed = true
    } finally {
      const after = await counts()
      note({
        scenario: name,
        seconds: Math.round((performance.now() - from) / 1000),
        taken: after.taken - before.taken,
        stored: after.stored - before.stored,
        passed,
      })
    }
  })
}

async function counts(): Promise<{ taken: number; stored: number }> {
  const taken = edges.map((edge) => printedBy(edge).taken.length)
  const stored = [...(await storedReads()).values()].map((rows) => rows.length)
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  return { taken: sum(taken), stored: sum(stored) }
}
