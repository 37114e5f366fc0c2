import { useState } from 'react'
import type { SiteClock } from '../../site-clock.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { ExportBar } from './ExportBar.tsx'
import { FigureCharts } from './FigureCharts.tsx'
import { FilterBar } from './FilterBar.tsx'
import { isSearching } from './filters.ts'
import { ReadsCard } from './ReadsCard.tsx'
import { RefreshBar } from './RefreshBar.tsx'
import { readLimits } from './queries.ts'
import { StatCards } from './StatCards.tsx'
import { Troubles } from './Troubles.tsx'
import { useFigures } from './use-figures.ts'
import { useFilters } from './use-filters.ts'
import classes from './dashboard.module.css'

/** The dashboard below its title. */
export function Board({ site }: { site: SiteClock }) {
  const control = useFilters()
  const { filters } = control
  const { refresh: _, ...searched } = filters
  const search = JSON.stringify(searched)
  const [asked, setAsked] = useState<{ search: string; limit: number }>()
  // More rows were asked for of that search only.
  const limit = asked?.search === search ? asked.limit : readLimits[0]
  const figures = useFigures(site, filters, limit)
  const more = readLimits.find((step) => step > limit)
  return (
    <>
      <FilterBar control={control} site={site} />
      <div className={classes.bar}>
        <RefreshBar control={control} site={site} />
        <ExportBar filters={filters} site={site} figures={figures} />
      </div>
      <Troubles figures={figures} />
      <StatCards figures={figures} site={site} isFiltered={isSearching(filters)} />
      <p className={classes.note}>{dashboardTexts.dashboard.chartsNote}</p>
      <FigureCharts figures={figures} filters={filters} site={site} />
      <ReadsCard
        query={figures.reads}
        site={site}
        onMore={more === undefined ? null : () => setAsked({ search, limit: more })}
      />
    </>
  )
}
