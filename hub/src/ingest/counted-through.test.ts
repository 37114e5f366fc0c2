import { afterEach, beforeEach, expect, it } from 'vitest'
import { countsOfDay } from '../store/reports/today.ts'
import { AgentSide, epochs, readEntry } from '../testing/agent-side.ts'

const [epoch] = epochs
const DAY_MS = 86_400_000
const BATCHES = 30
const BATCH_ENTRIES = 10
let hub: AgentSide

beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
})
afterEach(() => hub.end())

it('counts exactly the entries up to the watermarks beside the counts, while they are stored', async () => {
  const device = await hub.connect()
  await device.hello()
  const now = Date.now()
  const day = { from: 0, until: Math.ceil((now + DAY_MS) / DAY_MS) * DAY_MS }
  let isStoring = true
  const seen = new Set<number>()
  const polling = (async () => {
    while (isStoring) {
      const { reads, through } = await countsOfDay(hub.readOnly, day)
      expect(reads).toBe(through.find((one) => one.epoch === epoch)?.seq ?? 0)
      seen.add(reads)
    }
  })()
  let batch = 0
  // On a busy machine a few of the first batches are all stored between two questions.
  for (; batch < BATCHES || seen.size < 3; batch++) {
    const before = batch * BATCH_ENTRIES
    const entries = Array.from({ length: BATCH_ENTRIES }, (_, i) => readEntry(before + i + 1))
    await device.batch(epoch, before, entries)
  }
  isStoring = false
  await polling
  expect((await countsOfDay(hub.readOnly, day)).reads).toBe(batch * BATCH_ENTRIES)
})
