import { Button } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { DASHBOARD_KEY } from '../figures/queries.ts'
import { refreshSeconds } from '../filters/filters.ts'
import { isOver, rangeFault, spanOf } from '../filters/range.ts'
import { AutoRefreshField } from './AutoRefreshField.tsx'
import { StatusLine } from './StatusLine.tsx'
import type { FilterControl } from '../filters/use-filters.ts'
import { refreshKeyOf } from './refresh-key.ts'
import { useAutoRefresh } from './use-auto-refresh.ts'
import { useRefreshKey } from './use-refresh-key.ts'
import classes from './refresh-bar.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface RefreshBarProps {
  control: FilterControl
  site: SiteClock
}

/** The figures are fetched again by the button, by the key R, or every few seconds. */
export function RefreshBar({ control, site }: RefreshBarProps) {
  const { serverClock, storage } = useApp()
  const { filters, change } = control
  const queries = useQueryClient()
  const isBusy = useIsFetching({ queryKey: DASHBOARD_KEY }) > 0
  const [isAsked, setAsked] = useState(false)
  const hasKey = useStore(refreshKeyOf(storage), (isOn) => isOn)

  const refresh = useCallback(() => {
    // A call that runs already brings the answer that a second one would.
    const rounds = queries.refetchQueries(
      { queryKey: DASHBOARD_KEY, type: 'active' },
      { cancelRefetch: false },
    )
    rounds.catch(() => {
      // Each figure shows its own failure.
    })
  }, [queries])
  const byItself = useCallback(() => {
    setAsked(false)
    refresh()
  }, [refresh])
  const byHand = useCallback(() => {
    setAsked(true)
    refresh()
  }, [refresh])
  useRefreshKey(hasKey, byHand)

  // Yesterday moves on, and an edge may still bring reads of it.
  const isFixed =
    filters.range === 'custom' &&
    rangeFault(filters, site) === null &&
    isOver(spanOf(filters, site, serverClock.now()), serverClock.now())
  const seconds = refreshSeconds(filters.refresh)
  const everySeconds = isFixed ? null : seconds
  const secondsLeft = useAutoRefresh({ everySeconds, isBusy, refresh: byItself })
  return (
    <div className={classes.refresh}>
      <StatusLine isBusy={isBusy} isAsked={isAsked} site={site} />
      <Button
        variant="default"
        className={classes.again}
        aria-label={LABELS.refresh}
        aria-keyshortcuts={hasKey ? 'R' : undefined}
        title={hasKey ? LABELS.refreshByKey : LABELS.refresh}
        onClick={byHand}
      >
        <IconRefresh size={18} aria-hidden />
        <span className={classes.word}>{LABELS.refresh}</span>
        {hasKey && <kbd>{LABELS.refreshKey}</kbd>}
      </Button>
      <AutoRefreshField
        value={filters.refresh}
        secondsLeft={secondsLeft}
        isOver={isFixed && seconds !== null}
        onChange={(text) => change({ refresh: text })}
      />
    </div>
  )
}
