import { useState } from 'react'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { ActiveFilters } from './filters/ActiveFilters.tsx'
import { ExportBar } from './exports/ExportBar.tsx'
import { FigureCharts } from './charts/FigureCharts.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { READ_LIMITS } from './figures/queries.ts'
import { MapCardPlace } from './map-card/MapCardPlace.tsx'
import { RangeDates } from './filters/RangeDates.tsx'
import { ReadsCard } from './table/ReadsCard.tsx'
import { RefreshBar } from './refresh/RefreshBar.tsx'
import { useFigures } from './figures/use-figures.ts'
import { isSearching } from './filters/filters.ts'
import { StatCards } from './cards/StatCards.tsx'
import { Troubles } from './Troubles.tsx'
import { useFilterFold } from './filters/use-filter-fold.ts'
import { useFilters } from './filters/use-filters.ts'
import classes from './dashboard.module.css'

/** The dashboard below its title. */
export function Board({ site }: { site: SiteClock }) {
  const control = useFilters()
  const fold = useFilterFold()
  const { filters } = control
  const { refresh: _, ...searched } = filters
  const search = JSON.stringify(searched)
  const [asked, setAsked] = useState<{ search: string; limit: number }>()
  // More rows were asked for that search only.
  const limit = asked?.search === search ? asked.limit : READ_LIMITS[0]
  const figures = useFigures(site, filters, limit)
  const more = READ_LIMITS.find((step) => step > limit)
  const isSearched = isSearching(filters)
  const table = (
    <ReadsCard
      key="table"
      query={figures.reads}
      site={site}
      onMore={more === undefined ? null : () => setAsked({ search, limit: more })}
    />
  )
  return (
    <>
      <ActiveFilters control={control} fold={fold} />
      <div className={classes.toolbar}>
        <FilterBar control={control} fold={fold} site={site} />
        <RefreshBar control={control} site={site} />
        <div className={classes.exports}>
          <ExportBar filters={filters} site={site} figures={figures}>
            {null}
          </ExportBar>
        </div>
      </div>
      <RangeDates control={control} site={site} />
      <Troubles figures={figures} />
      <StatCards figures={figures} site={site} filters={filters} />
      {/* Who searches looks for rows. By their keys the parts move as they are. */}
      {[
        isSearched && table,
        <p key="note" className={classes.note} hidden={!isSearched}>
          {DASHBOARD_TEXTS.dashboard.chartsNote}
        </p>,
        <FigureCharts key="charts" figures={figures} filters={filters} site={site} />,
        <MapCardPlace key="map" />,
        !isSearched && table,
      ]}
    </>
  )
}
