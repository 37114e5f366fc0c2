import { Suspense, useCallback, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { ActiveFilters } from './filters/ActiveFilters.tsx'
import { ExportBar } from './exports/ExportBar.tsx'
import { FigureCharts } from './charts/FigureCharts.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { MapCardPlace } from './map-card/MapCardPlace.tsx'
import { RangeDates } from './filters/RangeDates.tsx'
import { ReadsCard } from './table/ReadsCard.tsx'
import { RefreshBar } from './refresh/RefreshBar.tsx'
import { type Figures, useFigures } from './figures/use-figures.ts'
import { isSearching } from './filters/filters.ts'
import { StatCards } from './cards/StatCards.tsx'
import { Troubles } from './Troubles.tsx'
import { useFilterFold } from './filters/use-filter-fold.ts'
import { useFilters } from './filters/use-filters.ts'
import classes from './dashboard.module.css'

const FirstSteps = lazyPart(
  async () => (await import('../../components/first-steps/FirstSteps.tsx')).FirstSteps,
)

/** The dashboard below its title. */
export function Board({ site }: { site: SiteClock }) {
  const control = useFilters()
  const fold = useFilterFold()
  const { filters } = control
  const figures = useFigures(site, filters)
  const [hasReads, setHasReads] = useState(false)
  const endFirstSteps = useCallback(() => setHasReads(true), [])
  if (!hasReads && isAllZero(figures)) {
    return (
      <Suspense>
        <FirstSteps onNothing={endFirstSteps} />
      </Suspense>
    )
  }
  const isSearched = isSearching(filters)
  // Under a table whose rows are still to come the rest would only be seen to jump.
  const hasPlace = !isSearched || !figures.reads.isLoading
  const table = <ReadsCard key="table" query={figures.reads} filters={filters} site={site} />
  return (
    <>
      <ActiveFilters control={control} fold={fold} />
      <div className={classes.toolbar}>
        <FilterBar control={control} fold={fold} site={site} />
        <RefreshBar control={control} site={site} />
        <div className={classes.exports}>
          <ExportBar filters={filters} site={site} figures={figures}>
            <Troubles figures={figures} />
          </ExportBar>
        </div>
      </div>
      <RangeDates control={control} site={site} />
      <StatCards figures={figures} site={site} filters={filters} />
      {/* Who searches looks for rows. By their keys the parts move as they are. */}
      {[
        isSearched && table,
        hasPlace && <FigureCharts key="charts" figures={figures} filters={filters} site={site} />,
        hasPlace && <MapCardPlace key="map" />,
        !isSearched && table,
      ]}
    </>
  )
}

/** Nothing today, nor in the 30 days before. */
function isAllZero({ today, daily }: Figures): boolean {
  return today.data?.total === 0 && daily.data?.every(({ total }) => total === 0) === true
}
