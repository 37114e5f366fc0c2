import type { LogsResponse, ScanEvent } from '@vehicle-control/protocol'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import type { ReadLogsQuery } from '../api/reads/read-logs.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { answerOf, makeRead } from '../testing/reads.ts'
import { createRangeReads } from './range-reads.ts'

const NOON = Date.parse('2026-03-10T17:00:00.000Z')
const HOUR_MS = 3_600_000
const SPAN = { from: NOON - HOUR_MS, to: NOON }

function open() {
  const clock = createFakeClock(NOON)
  const queries: ReadLogsQuery[] = []
  const answers: (LogsResponse | Error | Promise<LogsResponse>)[] = []
  const hidden = new Set<string>()
  const range = createRangeReads({
    fetchLogs: async (query) => {
      queries.push(query)
      const answer = await (answers.shift() ?? answerOf([]))
      if (answer instanceof Error) throw answer
      return answer
    },
    clock,
    isHidden: (read: ScanEvent) => hidden.has(read.id),
    hiddenFrom: () => NOON - HOUR_MS / 2,
  })
  const ids = () => range.state.get().reads.map((read) => read.id)
  const settled = (phase: string) => vi.waitFor(() => expect(range.state.get().phase).toBe(phase))
  return { clock, range, queries, answers, hidden, ids, settled }
}
/** A read of that moment. */
const readAt = (id: string, at: number, receivedAt = at) =>
  makeRead(id, receivedAt, { ts: new Date(at).toISOString() })

describe('the reads of a range', () => {
  it('are the stored ones, those known before, and those that come, each once', async () => {
    const { range, queries, answers, ids, settled } = open()
    const [stored, known, late] = [
      readAt('s', NOON - 9000),
      readAt('k', NOON - 5000),
      readAt('late', NOON - 7000, NOON + 60_000),
    ]
    answers.push(answerOf([stored, known]))
    range.show(SPAN, [known, readAt('outside', NOON + 1)])
    expect(ids()).toEqual(['k'])
    await settled('ready')
    range.addReads([late, stored, readAt('too-new', NOON + 1), readAt('too-old', SPAN.from - 1)])
    expect(ids()).toEqual(['k', 'late', 's'])
    expect(queries).toEqual([
      { from: '2026-03-10T16:00:00.000Z', to: '2026-03-10T17:00:00.000Z', limit: 500 },
    ])
  })

  it('go back beyond what is hidden, where that fills the answer', async () => {
    const { range, queries, answers, hidden, ids, settled } = open()
    const cleared = Array.from({ length: 620 }, (_, i) => readAt(`c-${i}`, NOON - 9000 - i))
    for (const { id } of cleared) hidden.add(id)
    const earlier = readAt('e', NOON - HOUR_MS / 2 - 1)
    answers.push(answerOf([...cleared, earlier]), answerOf([earlier]))
    range.show(SPAN, [])
    await settled('ready')
    expect(ids()).toEqual(['e'])
    expect(range.state.get().isPart).toBe(false)
    const bounds = { from: '2026-03-10T16:00:00.000Z', limit: 500 }
    expect(queries.at(-1)).toEqual({ ...bounds, to: '2026-03-10T16:29:59.999Z' })
  })

  it('tell that they are a part once more came than the list has room for', async () => {
    const { range, answers, settled } = open()
    answers.push(answerOf(Array.from({ length: 500 }, (_, i) => readAt(`s-${i}`, NOON - 9000 - i))))
    range.show(SPAN, [])
    await settled('ready')
    expect(range.state.get().isPart).toBe(false)
    range.addReads([readAt('n', NOON)])
    expect(range.state.get()).toMatchObject({ isPart: true, received: 501 })
  })

  it('stay when newer reads outside come by the hundred', async () => {
    const { range, answers, ids, settled } = open()
    answers.push(answerOf([readAt('s', NOON - 9000)]))
    range.show(SPAN, [])
    await settled('ready')
    range.addReads(Array.from({ length: 900 }, (_, i) => readAt(`n-${i}`, NOON + 1 + i)))
    expect(ids()).toEqual(['s'])
  })

  it('go on to now where the end is open', async () => {
    const { range, queries, settled, ids } = open()
    range.show({ from: SPAN.from, to: null }, [])
    await settled('ready')
    range.addReads([readAt('n', NOON + HOUR_MS)])
    expect(ids()).toEqual(['n'])
    expect(queries).toEqual([{ from: '2026-03-10T16:00:00.000Z', limit: 500 }])
  })

  it('say that there are more than the list takes', async () => {
    const { range, answers, settled } = open()
    answers.push({ ...answerOf([readAt('s', NOON)]), total: 501 })
    range.show(SPAN, [])
    await settled('ready')
    expect(range.state.get().isPart).toBe(true)
  })

  it('leave out what this screen is not to show', async () => {
    const { range, answers, hidden, settled, ids } = open()
    hidden.add('cleared')
    answers.push(answerOf([readAt('cleared', NOON - 1), readAt('s', NOON - 2)]))
    range.show(SPAN, [readAt('cleared', NOON - 1)])
    await settled('ready')
    expect(ids()).toEqual(['s'])
  })

  it('are not asked for where the bounds make no sense', () => {
    const { range, queries } = open()
    range.show(null, [readAt('k', NOON)])
    range.refetch()
    expect(queries).toEqual([])
    expect(range.state.get()).toMatchObject({ phase: 'refused', reads: [] })
  })

  it('are those of the last range, whichever answer comes last', async () => {
    const { range, answers, settled, ids } = open()
    let answerLate = (_answer: LogsResponse) => {}
    answers.push(new Promise<LogsResponse>((resolve) => (answerLate = resolve)))
    answers.push(answerOf([readAt('second', NOON - 2)]))
    range.show(SPAN, [])
    range.show({ ...SPAN, to: null }, [])
    await settled('ready')
    answerLate(answerOf([readAt('first', NOON - 1)]))
    await Promise.resolve()
    expect(ids()).toEqual(['second'])
  })

  it('are asked for again after a failure, and what is there stays', async () => {
    const { clock, range, queries, answers, settled, ids } = open()
    answers.push(new ApiError({ status: 500, code: 'internal' }))
    range.show(SPAN, [])
    await settled('failed')
    answers.push(answerOf([readAt('s', NOON - 1)]))
    clock.advance(5000)
    await settled('ready')
    answers.push(new ApiError({ status: 0, code: 'network' }))
    range.refetch()
    await vi.waitFor(() => expect(queries).toHaveLength(3))
    expect(range.state.get().phase).toBe('ready')
    expect(ids()).toEqual(['s'])
  })

  it('are not asked for any more once hidden or refused by the session', async () => {
    const { clock, range, queries, answers, settled } = open()
    answers.push(new ApiError({ status: 401, code: 'unauthorized' }))
    range.show(SPAN, [])
    await settled('failed')
    clock.advance(60_000)
    range.hide()
    range.refetch()
    expect(queries).toHaveLength(1)
    expect(range.state.get().phase).toBe('off')
  })
})
