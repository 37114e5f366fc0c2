import { DailyResponse, ErrorBody, HourlyResponse, LogsResponse } from '@vehicle-control/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
const tokens: string[] = []
beforeAll(async () => {
  hub = await createTestHub()
  tokens.push(await hub.tokenOf('operator', true), await hub.tokenOf('superadmin'))
})
afterAll(() => hub.close())

const calls = [
  '/logs/daily',
  '/logs/today?limit=200',
  '/stats/daily?days=30',
  '/stats/hourly?from=2024-01-01T00:00:00Z&to=2024-01-02T00:00:00Z',
  '/stats/top-vehicles?from=2024-01-01T00:00:00Z&to=2024-01-02T00:00:00Z&limit=10',
  '/stats/heatmap?days=7',
]

async function get(path: string, token = tokens[0] ?? ''): Promise<Response> {
  return await hub.call('GET', `/api/rfid${path}`, { token })
}

test('wall screens and people see every report, nobody else does', async () => {
  for (const path of calls) {
    for (const token of tokens) expect((await get(path, token)).status).toBe(200)
    expect((await get(path, 'nobody')).status).toBe(401)
  }
})

test('a cache-busting parameter changes nothing', async () => {
  const plain = await (await get('/stats/daily?days=3')).text()
  expect(await (await get('/stats/daily?days=3&_=1732060800000')).text()).toBe(plain)
})

test('both daily calls give 30 days, all 0 without reads', async () => {
  const { days } = DailyResponse.parse(await (await get('/logs/daily')).json())
  expect(days).toHaveLength(30)
  expect(days.every(({ total }) => total === 0)).toBe(true)
  expect(await (await get('/stats/daily')).json()).toEqual({ days })
})

test('without a range the hours are those of today until now', async () => {
  const { hours } = HourlyResponse.parse(await (await get('/stats/hourly')).json())
  const first = hours[0]?.hour ?? ''
  expect(new Date(first).toLocaleTimeString('es-CO', { timeZone: 'America/Bogota' })).toMatch(
    /^12:00:00/,
  )
  expect(Date.parse(hours.at(-1)?.hour ?? '')).toBeLessThanOrEqual(Date.now())
})

test('of more than 92 days the series is by days, of those in which reads can be', async () => {
  const from = Date.parse('2024-01-01T05:00:00Z')
  const to = from + 92 * 86_400_000
  const series = async (range: string) =>
    HourlyResponse.parse(await (await get(`/stats/hourly?${range}`)).json())
  expect(await series(`from=${from}&to=${to - 1}`)).toMatchObject({ unit: 'hour' })
  expect((await series(`from=${from}&to=${to}`)).hours).toHaveLength(92 * 24 + 1)
  const { unit, hours } = await series(`from=${from}&to=${to + 1}`)
  expect({ unit, days: hours.length }).toEqual({ unit: 'day', days: 93 })
  expect(hours[1]?.hour).toBe('2024-01-02T05:00:00.000Z')
  const all = await series('from=0&to=253402300799999')
  expect(all.unit).toBe('day')
  expect(all.hours[0]?.hour).toBe('2019-12-31T05:00:00.000Z')
  expect(Date.parse(all.hours.at(-1)?.hour ?? '')).toBeLessThan(Date.now() + 2 * 86_400_000)
  expect((await series('from=253370764800000&to=253402300799999')).hours).toEqual([])
})

test('an answer of today names its list, its total and whether it is whole', async () => {
  const answer = LogsResponse.parse(await (await get('/logs/today')).json())
  expect(answer).toEqual({ logs: [], total: 0, capped: false, truncated: false })
})

test.each([
  ['/stats/daily?days=0', 'days'],
  ['/stats/daily?days=-1', 'days'],
  ['/stats/daily?days=401', 'days'],
  ['/stats/daily?days=1e9', 'days'],
  ['/stats/daily?days=1000000000', 'days'],
  ['/stats/daily?days=seven', 'days'],
  ['/stats/daily?days=1.5', 'days'],
  ['/stats/heatmap?days=0', 'days'],
  ['/stats/heatmap?days=91', 'days'],
  ['/stats/daily?to=soon', 'to'],
  ['/stats/heatmap?to=2024-02-31T00:00:00Z', 'to'],
  ['/logs/today?to=later', 'to'],
  ['/stats/top-vehicles?limit=0', 'limit'],
  ['/stats/top-vehicles?limit=101', 'limit'],
  ['/stats/top-vehicles?limit=x', 'limit'],
  ['/logs/today?limit=0', 'limit'],
  ['/logs/today?limit=many', 'limit'],
  ['/stats/hourly?from=yesterday', 'from'],
  ['/stats/hourly?to=2024-02-31T00:00:00Z', 'to'],
  ['/stats/hourly?from=2024-01-01', 'from'],
  ['/stats/hourly?from=2024-01-02T00:00:00Z&to=2024-01-01T00:00:00Z', 'from'],
  ['/stats/hourly?from=9999-01-01T00:00:00Z', 'from'],
  ['/stats/top-vehicles?from=2024-01-02T00:00:00Z&to=2024-01-01T00:00:00Z', 'from'],
  ['/stats/top-vehicles?to=soon', 'to'],
])('answers 400 and names the field: %s', async (path, field) => {
  const response = await get(path)
  expect(response.status).toBe(400)
  const body = ErrorBody.parse(await response.json())
  expect(body.error).toBe('invalid_input')
  expect(body.issues?.map((issue) => issue.path)).toEqual([field])
})

test.each(['0&to=0', '999999999990000&to=999999999999999', '-000001-01-01T00:00:00Z'])(
  'bears times that no read has: from=%s',
  async (range) => {
    expect([200, 400]).toContain((await get(`/stats/hourly?from=${range}`)).status)
    expect([200, 400]).toContain((await get(`/stats/top-vehicles?from=${range}`)).status)
    const to = range.split('&to=').at(-1)
    for (const path of ['/stats/daily?days=400&', '/stats/heatmap?', '/logs/today?']) {
      expect([200, 400]).toContain((await get(`${path}to=${to}`)).status)
    }
  },
)
