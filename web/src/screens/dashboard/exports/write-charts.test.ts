import { beforeEach, expect, it, vi } from 'vitest'
import { chartsPng } from '../../../export/charts-png.ts'
import { createSiteClock } from '../../../site-time/site-clock.ts'
import { DEFAULT_FILTERS } from '../filters/filters.ts'
import { writeCharts } from './write-charts.ts'

// No canvas here: what is asked of it is what the picture tells.
vi.mock(import('../../../export/charts-png.ts'), () => ({
  chartsPng: vi.fn(async () => new Blob()),
}))
vi.mock(import('../../../export/save-file.ts'), () => ({ saveFile: vi.fn() }))
vi.mock(import('../../../api/settings/site-title.ts'), () => ({
  siteTitle: () => 'Sitio',
  fetchSiteTitle: async () => 'Sitio',
}))
beforeEach(() => vi.mocked(chartsPng).mockClear())

/** 10:00 in Bogotá by the hub's clock; the browser's is an hour behind. */
const NOW = Date.parse('2026-03-10T15:00:00.000Z')
const HOUR = 3_600_000
const site = createSiteClock('America/Bogota')
const hours = {
  unit: 'hour' as const,
  hours: [{ hour: '2026-03-10T14:00:00.000Z', total: 3 }],
  span: { from: 0, to: null },
}

async function captionOf(age: number, isPlaceholderData: boolean) {
  const clock = { now: () => NOW - HOUR, after: () => () => {} }
  const serverClock = { now: () => NOW, observe: () => {} }
  const dataUpdatedAt = NOW - HOUR - age
  const none = { data: undefined, dataUpdatedAt: 0, isPlaceholderData: false }
  await writeCharts(
    { api: () => Promise.reject(new Error('no hub')), clock, serverClock },
    {
      filters: DEFAULT_FILTERS,
      site,
      figures: {
        daily: none,
        heatmap: none,
        hourly: { data: hours, dataUpdatedAt, isPlaceholderData },
      },
    },
  )
  return vi.mocked(chartsPng).mock.lastCall?.[0]
}

it('says of charts that were fetched hours ago when that was', async () => {
  const picture = await captionOf(3 * HOUR, false)
  expect(picture?.caption).toMatch(/^10\/03\/2026 00:00 – 10\/03\/2026 07:00 · /)
  expect(picture?.caption).toMatch(/10\/03\/2026 10:00:00$/)
  expect(picture?.hourly).toBe(hours)
})

it('leaves the series of another range out', async () => {
  expect((await captionOf(0, true))?.hourly).toBeUndefined()
})
