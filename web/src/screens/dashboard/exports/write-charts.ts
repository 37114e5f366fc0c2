import type { AppParts } from '../../../app-parts.ts'
import { chartsPng } from '../../../export/charts-png.ts'
import { saveFile } from '../../../export/save-file.ts'
import { fetchSiteTitle } from '../../../api/settings/site-title.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../../texts/reads/report.ts'
import type { Figures } from '../figures/use-figures.ts'
import type { Filters } from '../filters/filters.ts'
import { spanOf, spanText } from '../filters/range.ts'

/** As the specification names it. */
const NAME = 'dashboard_charts.png'

type Drawn<Name extends keyof Figures> = Pick<
  Figures[Name],
  'data' | 'dataUpdatedAt' | 'isPlaceholderData'
>

interface ChartsOptions {
  filters: Filters
  site: SiteClock
  figures: { daily: Drawn<'daily'>; hourly: Drawn<'hourly'>; heatmap: Drawn<'heatmap'> }
}

/**
 * Saves the charts as they are on the screen, and resolves to the file's name. The caption of an
 * open range ends when the charts were fetched; the series of a previous range is left out. Loaded
 * by the click.
 */
export async function writeCharts(
  { api, clock, serverClock }: Pick<AppParts, 'api' | 'clock' | 'serverClock'>,
  { filters, site, figures: { daily, hourly, heatmap } }: ChartsOptions,
): Promise<string> {
  const now = serverClock.now()
  const isOfRange = hourly.data !== undefined && !hourly.isPlaceholderData
  // The query library knows the browser's clock only.
  const fetchedAt = isOfRange ? hourly.dataUpdatedAt + now - clock.now() : now
  const { from, to } = spanOf(filters, site, fetchedAt)
  const range = spanText({ from, to: to ?? fetchedAt }, site)
  const { dashboard } = DASHBOARD_TEXTS
  const title = await fetchSiteTitle(api)
  const picture = await chartsPng({
    title,
    caption: `${range} · ${dashboard.zone(site.timeZone)} · ${REPORT_TEXTS.made} ${site.exact(now)}`,
    site,
    daily: daily.data,
    hourly: isOfRange ? hourly.data : undefined,
    heatmap: heatmap.data,
  })
  saveFile(picture, NAME)
  return NAME
}
