import type { TelemetrySeries } from '@vehicle-control/protocol'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { countTelemetry } from '../../store/telemetry/telemetry-minutes.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'
import { pointWidth } from './telemetry.ts'

const now = Date.parse('2026-03-05T12:00:30Z')
const minuteMs = 60_000

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub({ now: () => now })
  token = await hub.tokenOf('operator', true)
  const agent = { code: 'Gate-1', code_key: 'gate-1', name: 'Gate', created_at: 0 }
  await hub.db.insertInto('agents').values(agent).execute()
})
afterEach(() => hub.close())

const get = (query: string, code = 'gate-1') =>
  hub.call('GET', `/api/agents/${code}/telemetry?${query}`, { token })
const series = async (query: string) =>
  ((await (await get(query)).json()) as TelemetrySeries).series
const add = (samples: [at: number, value: number, type?: string, source?: string][]) =>
  countTelemetry(
    hub.db,
    samples.map(([at, value, type = 'temp', source = '']) => {
      return {
        epochId: 1,
        seq: 1,
        agentId: 1,
        receivedAt: at,
        type,
        source,
        value,
        unit: '',
        at,
        late: false,
      }
    }),
  )

it('gives the averages by minute of the last six hours unless told otherwise', async () => {
  const sixHours = 360 * minuteMs
  await add([
    [now - sixHours - minuteMs, 1],
    [now - sixHours, 10],
    [now - minuteMs, 20],
    [now - minuteMs - 1, 23],
    [now, 30],
    [now, 99, 'hum'],
  ])
  expect(await series('type=temp')).toEqual([
    { bucket: '2026-03-05T06:00:00.000Z', avg: 10 },
    { bucket: '2026-03-05T11:59:00.000Z', avg: 21.5 },
    { bucket: '2026-03-05T12:00:00.000Z', avg: 30 },
  ])
  expect(await series(`type=temp&bucket=minute&from=${now}&to=${now}`)).toMatchObject([{ avg: 30 }])
  const early = 'from=2026-03-05T00:00:00Z&to=2026-03-05T07:00:00-00:00'
  expect((await series(`type=temp&${early}`)).map((p) => p.avg)).toEqual([1, 10])
  expect(await series('type=gas')).toEqual([])
})

it('gives the first of several sources by name unless another is asked for, and names them all', async () => {
  const hour = 60 * minuteMs
  await add([
    [now, 30, 'temp', 'patio'],
    [now, 20, 'temp', 'caja'],
    [now - 7 * hour, 10, 'temp', 'antes'],
    [now, 1, 'undervoltage'],
    [now, 0, 'input', 'humo'],
  ])
  const answer = async (query: string) => await (await get(query)).json()
  const sources = ['caja', 'patio']
  expect(await answer('type=temp')).toMatchObject({
    series: [{ avg: 20 }],
    source: 'caja',
    sources,
  })
  expect(await answer('type=temp&source=patio')).toMatchObject({
    series: [{ avg: 30 }],
    source: 'patio',
    sources,
  })
  const none = { series: [], source: 'otra', sources }
  expect(await answer('type=temp&source=otra')).toEqual(none)
  await add([[now, 40]])
  expect(await answer('type=temp')).toMatchObject({
    series: [{ avg: 40 }],
    source: '',
    sources: ['', ...sources],
  })
  const from = `from=${now - 8 * hour}&to=${now - 6 * hour}`
  expect(await answer(`type=temp&${from}`)).toMatchObject({ sources: ['antes'] })
  expect(await answer('type=undervoltage')).toMatchObject({ series: [{ avg: 1 }] })
  expect(await answer('type=input&source=humo')).toMatchObject({ series: [{ avg: 0 }] })
})

it('widens its points when the range has more minutes than a chart keeps', async () => {
  const minutes = Array.from({ length: 1440 }, (_, i) => i)
  await add(minutes.map((i) => [now - i * minuteMs, i % 2]))
  const points = await series(`type=temp&from=${now - 1439 * minuteMs}`)
  expect(points.length).toBeLessThanOrEqual(500)
  expect(points.length).toBeGreaterThan(450)
  expect(points.at(1)?.avg).toBeCloseTo(0.5, 0)
})

it('never has room for more than 500 points, and wastes none on short ranges', () => {
  const instant = fc.integer({ min: 0, max: 4e12 })
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const width = pointWidth(from, to)
      expect(Math.floor(to / width) - Math.floor(from / width) + 1).toBeLessThanOrEqual(500)
    }),
  )
  expect(pointWidth(now - 6 * 3_600_000, now)).toBe(minuteMs)
})

it.each([
  '',
  'type=',
  'type=volt',
  `type=temp&source=${'s'.repeat(65)}`,
  'type=temp&bucket=hour',
  'type=temp&from=yesterday',
  'type=temp&from=2026',
  'type=temp&to=2026-03-05',
  `type=temp&from=${now}&to=${now - 1}`,
  `type=temp&from=${now + 1}`,
  `type=${'t'.repeat(5000)}`,
])('refuses «%s»', async (query) => {
  const answer = await get(query)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_input' }])
})

it('answers 404 for an agent that is not there any more', async () => {
  expect((await get('type=temp', 'none')).status).toBe(404)
  await hub.db.updateTable('agents').set({ deleted_at: 1 }).execute()
  expect((await get('type=temp')).status).toBe(404)
})
