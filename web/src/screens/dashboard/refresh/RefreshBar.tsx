import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { DASHBOARD_KEY } from '../figures/queries.ts'
import { refreshSeconds } from '../filters/filters.ts'
import { isOver, rangeFault, spanOf } from '../filters/range.ts'
import type { FilterControl } from '../filters/use-filters.ts'
import { AutoRefreshField } from './AutoRefreshField.tsx'
import { refreshKeyOf } from './refresh-key.ts'
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
    // A call that is running already brings the same answer as a second one.
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

  // Only a custom range is fixed: «yesterday» moves on, and edges may still send reads of it.
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

interface StatusLineProps {
  isBusy: boolean
  /** Somebody asked for the refresh: a screen reader reads out no other. */
  isAsked: boolean
  site: SiteClock
}

/** The time of the newest answer. */
function StatusLine({ isBusy, isAsked, site }: StatusLineProps) {
  const { clock, serverClock } = useApp()
  const queries = useQueryClient()
  const updatedAt = Math.max(
    0,
    ...queries
      .getQueryCache()
      .findAll({ queryKey: DASHBOARD_KEY })
      .map((query) => query.state.dataUpdatedAt),
  )
  // The query library knows the browser's clock only.
  const time = site.clock(updatedAt + serverClock.now() - clock.now())
  const isKnown = !isBusy && updatedAt > 0
  return (
    <span
      className={classes.status}
      aria-live={isAsked ? 'polite' : 'off'}
      data-testid="status-line"
      title={isKnown ? DASHBOARD_TEXTS.dashboard.updated(time) : undefined}
    >
      {isBusy && DASHBOARD_TEXTS.dashboard.loading}
      {isKnown && DASHBOARD_TEXTS.dashboard.updated(time.slice(0, 5))}
    </span>
  )
}

interface AutoRefreshOptions {
  /** Null turns it off. */
  everySeconds: number | null
  /** No refresh begins while calls run; the next interval counts from their end. */
  isBusy: boolean
  refresh: () => void
}

/** Refreshes while the page is visible, and returns the seconds until the next time. */
function useAutoRefresh({ everySeconds, isBusy, refresh }: AutoRefreshOptions): number | null {
  const { clock, page } = useApp()
  const [secondsLeft, setSecondsLeft] = useState(everySeconds)

  useEffect(() => {
    if (everySeconds === null || isBusy) return
    const dueAt = clock.now() + everySeconds * 1000
    let stopTimer = () => {}
    const tick = () => {
      stopTimer()
      // A hidden page waits until it wakes.
      if (page.isHidden()) return
      const leftMs = dueAt - clock.now()
      setSecondsLeft(Math.max(0, Math.ceil(leftMs / 1000)))
      if (leftMs <= 0) refresh()
      else stopTimer = clock.after(leftMs % 1000 || 1000, tick)
    }
    tick()
    const stopWaking = page.onWake(tick)
    return () => {
      stopTimer()
      stopWaking()
    }
  }, [everySeconds, isBusy, refresh, clock, page])

  return everySeconds === null ? null : secondsLeft
}

const TAKES_TEXT =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])'
const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]'

/** Calls `refresh` on a plain R, except where somebody types or a dialog is open. */
function useRefreshKey(isEnabled: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!isEnabled) return
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'r' || repeat || ctrlKey || metaKey || altKey || shiftKey) return
      if (target instanceof Element && target.closest(TAKES_TEXT)) return
      if (document.querySelector(DIALOG)) return
      refresh()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isEnabled, refresh])
}
