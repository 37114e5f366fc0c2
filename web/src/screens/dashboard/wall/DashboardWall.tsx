import { useMemo, useCallback } from 'react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { ScreenTitle } from '../../../components/ScreenTitle.tsx'
import { createSiteClock } from '../../../site-time/site-clock.ts'
import { TEXTS } from '../../../texts/app.ts'
import { FigureCharts } from '../charts/FigureCharts.tsx'
import { StatCards } from '../cards/StatCards.tsx'
import { DASHBOARD_KEY } from '../figures/queries.ts'
import { useFigures } from '../figures/use-figures.ts'
import { DEFAULT_FILTERS } from '../filters/filters.ts'
import { useAutoRefresh } from '../refresh/use-auto-refresh.ts'
import classes from '../dashboard.module.css'

const EVERY_SECONDS = 30

/** Today in figures and charts, for those who look from afar: nothing on it waits for a person. */
export function DashboardWall({ timeZone }: { timeZone: string }) {
  const site = useMemo(() => createSiteClock(timeZone), [timeZone])
  const figures = useFigures(site, DEFAULT_FILTERS)
  const queries = useQueryClient()
  const isBusy = useIsFetching({ queryKey: DASHBOARD_KEY }) > 0
  const refresh = useCallback(() => {
    void queries.refetchQueries({ queryKey: DASHBOARD_KEY, type: 'active' })
  }, [queries])
  useAutoRefresh({ everySeconds: EVERY_SECONDS, isBusy, refresh })
  return (
    <div className={classes.screen}>
      <ScreenTitle>{TEXTS.nav.dashboard}</ScreenTitle>
      <StatCards figures={figures} site={site} filters={DEFAULT_FILTERS} />
      <FigureCharts figures={figures} filters={DEFAULT_FILTERS} site={site} />
    </div>
  )
}
