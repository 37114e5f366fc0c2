import type { AppParts } from '../../../app-parts.ts'
import { chartsPng } from '../../../export/charts-png.ts'
import { saveFile } from '../../../export/save-file.ts'
import { fetchSiteTitle } from '../../../export/site-title.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import { REPORT_TEXTS } from '../../../texts/report.ts'
import type { Figures } from '../figures/use-figures.ts'
import type { Filters } from '../filters/filters.ts'
import { spanOf, spanText } from '../filters/range.ts'

/** The name is the specification's. */
const NAME = 'dashboard_charts.png'

interface ChartsOptions {
  filters: Filters
  site: SiteClock
  figures: Figures
}

/** Saves the charts as they are now, and gives the file's name. Loaded by the click. */
export async function writeCharts(
  { api, serverClock }: AppParts,
  { filters, site, figures }: ChartsOptions,
): Promise<string> {
  const now = serverClock.now()
  const range = spanText(spanOf(filters, site, now), site)
  const { dashboard } = DASHBOARD_TEXTS
  const title = await fetchSiteTitle(api)
  const picture = await chartsPng({
    title,
    caption: `${range} · ${dashboard.zone(site.timeZone)} · ${REPORT_TEXTS.made} ${site.exact(now)}`,
    site,
    daily: figures.daily.data,
    hourly: figures.hourly.data,
    heatmap: figures.heatmap.data,
  })
  saveFile(picture, NAME)
  return NAME
}
