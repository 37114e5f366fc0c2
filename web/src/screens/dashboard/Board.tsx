import { Box, Button } from '@mantine/core'
import { Suspense, useCallback, useState } from 'react'
import { LaterPart } from '../../components/LaterPart.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { StatCards } from './cards/StatCards.tsx'
import { FigureCharts } from './charts/FigureCharts.tsx'
import { ExportBar } from './exports/ExportBar.tsx'
import { problemText } from './figures/problem-text.ts'
import { type Figures, useFigures } from './figures/use-figures.ts'
import { ActiveFilters } from './filters/ActiveFilters.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { isSearching } from './filters/filters.ts'
import { RangeDates } from './filters/RangeDates.tsx'
import { useFilterFold } from './filters/use-filter-fold.ts'
import { useFilters } from './filters/use-filters.ts'
import { MapCardPlace } from './map-card/MapCardPlace.tsx'
import { RefreshBar } from './refresh/RefreshBar.tsx'
import { ReadsCard } from './table/ReadsCard.tsx'
import classes from './dashboard.module.css'

const PaperHead = lazyPart(async () => (await import('./paper/PaperHead.tsx')).PaperHead)
const Denials = lazyPart(async () => (await import('./denials/Denials.tsx')).Denials)
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
  // Below a table whose rows are still loading, the rest would jump when they come.
  const hasPlace = !isSearched || !figures.reads.isLoading
  const table = <ReadsCard key="table" query={figures.reads} filters={filters} site={site} />
  return (
    <>
      <LaterPart>
        <PaperHead filters={filters} site={site} fetchedAt={figures.hourly.dataUpdatedAt} />
      </LaterPart>
      <ActiveFilters control={control} fold={fold} />
      <div className={classes.toolbar}>
        <FilterBar control={control} fold={fold} site={site} />
        <RefreshBar control={control} site={site} />
        <Box flex="none" ml="auto">
          <ExportBar filters={filters} site={site} figures={figures}>
            <Troubles figures={figures} />
          </ExportBar>
        </Box>
      </div>
      <RangeDates control={control} site={site} />
      <StatCards figures={figures} site={site} filters={filters} />
      {/* A search puts the table first; the keys keep the parts' state as they move. */}
      {[
        isSearched && table,
        hasPlace && <FigureCharts key="charts" figures={figures} filters={filters} site={site} />,
        hasPlace && (
          <LaterPart key="denials">
            <Denials filters={filters} site={site} />
          </LaterPart>
        ),
        hasPlace && <MapCardPlace key="map" />,
        !isSearched && table,
      ]}
    </>
  )
}

/** True where there are no reads today nor in the 30 days before. */
function isAllZero({ today, daily }: Figures): boolean {
  return today.data?.total === 0 && daily.data?.every(({ total }) => total === 0) === true
}

const LABELS = DASHBOARD_TEXTS.dashboard
/** Calls whose failure is shown here; the cards of the others show no figure instead. */
const FIGURE_NAMES = {
  reads: LABELS.reads,
  trend: LABELS.trend,
  hourly: LABELS.hourly,
  top: LABELS.top,
  heatmap: LABELS.heatmap,
} as const

const NAMES = ['reads', 'trend', 'hourly', 'top', 'heatmap'] as const

/** Names the failed calls, unless all did, in one place of the page, and retries them. */
function Troubles({ figures }: { figures: Figures }) {
  const failed = NAMES.filter((name) => figures[name].isError)
  const [first] = failed
  if (!first) return null
  const retry = () => {
    for (const name of failed) void figures[name].refetch()
  }
  return (
    <div role="alert" className={`${classes.trouble} row`} data-gap="lines">
      <b className="bad">{problemText(figures[first].error)}</b>
      {failed.length < NAMES.length && (
        <span>{LABELS.notLoaded(failed.map((name) => FIGURE_NAMES[name]).join(', '))}</span>
      )}
      <Button size="compact-sm" variant="default" onClick={retry}>
        {LABELS.retry}
      </Button>
    </div>
  )
}
