import { expect, it } from 'vitest'
import { createApiClient } from '../api/http/client.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { logOfScan, makeRead } from '../testing/reads.ts'
import { type ExportProgress, isCut } from './count-rows.ts'
import { fetchForExport } from './export-reads.ts'

it.each([
  ['first', (logs: unknown) => ({ total: 7, capped: false, truncated: false, logs })],
  ['last', (logs: unknown) => ({ logs, truncated: false, total: 7, capped: false })],
])(
  'an answer with its total %s is counted as its pieces come, wherever they end',
  async (_, answerWith) => {
    const owner = 'a "uid": b "total":9, c'
    const logs = Array.from({ length: 7 }, (_, i) => ({
      ...logOfScan(makeRead(`a-${i}`, i)),
      owner,
    }))
    const body = new TextEncoder().encode(JSON.stringify(answerWith(logs)))
    for (const size of [1, 3, 7, 50, 100_000]) {
      const answer = new ReadableStream<Uint8Array>({
        start(stream) {
          for (let i = 0; i < body.length; i += size) stream.enqueue(body.slice(i, i + size))
          stream.close()
        },
      })
      const api = createApiClient({
        fetch: async () => new Response(answer),
        clock: createFakeClock(),
        token: () => 'tok',
        onUnauthorized: () => {},
      })
      const seen: ExportProgress[] = []
      const found = await fetchForExport(api, {
        search: { plate: '', tag: '', owner: '', known: '' },
        span: { from: 0, to: null },
        limit: 20_000,
        onProgress: (progress) => seen.push(progress),
      })
      expect(found.logs).toEqual(logs)
      expect(seen.at(-1)).toEqual({ rows: 7, total: 7 })
      const counts = seen.map(({ rows }) => rows)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    }
  },
)

it.each([
  ['every read fits, exactly', 20_000, 20_000, false, false],
  ['a read came while the hub answered', 19_999, 20_000, false, false],
  ['one read more', 20_000, 20_001, false, true],
  ['more than the hub counted', 20_000, 10_001, true, true],
])('a file says that it is a part: %s', (_, rows, total, capped, says) => {
  expect(isCut(rows, { total, capped }, 20_000)).toBe(says)
})
