import { Suspense, useCallback, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { ActiveFilters } from './filters/ActiveFilters.tsx'
import { ExportBar } from './exports/ExportBar.tsx'
import { FigureCharts } from './charts/FigureCharts.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { MapCardPlace } from './map-card/MapCardPlace.tsx'
import { ReadsCard } from './table/ReadsCard.tsx'
import { RefreshBar } from './refresh/RefreshBar.tsx'
import { type Figures, useFigures } from './figures/use-figures.ts'
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
      <StatCards figures={figures} site={site} filters={filters} />
      <p className={classes.note}>{DASHBOARD_TEXTS.dashboard.chartsNote}</p>
      <FigureCharts figures={figures} filters={filters} site={site} />
      <MapCardPlace />
      <ReadsCard query={figures.reads} filters={filters} site={site} />
    </>
  )
}

/** Nothing today, nor in the 30 days before. */
function isAllZero({ today, daily }: Figures): boolean {
  return today.data?.total === 0 && daily.data?.every(({ total }) => total === 0) === true
}
