import { Button, TextInput } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useApp } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import { DASHBOARD_KEY } from '../figures/queries.ts'
import { refreshSeconds } from '../filters/filters.ts'
import { isOver, rangeFault, spanOf } from '../filters/range.ts'
import { StatusLine } from './StatusLine.tsx'
import { useDebounced } from '../../../forms/use-debounced.ts'
import type { FilterControl } from '../filters/use-filters.ts'
import { useAutoRefresh } from './use-auto-refresh.ts'
import { useRefreshKey } from './use-refresh-key.ts'
import classes from './refresh-bar.module.css'

const SHORTCUT_KEY = 'dashboard_key_r'
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
  const [hasKey, setKey] = useState(() => storage.getItem(SHORTCUT_KEY) !== '0')

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

  const isFixed =
    rangeFault(filters, site) === null &&
    isOver(spanOf(filters, site, serverClock.now()), serverClock.now())
  const seconds = refreshSeconds(filters.refresh)
  const everySeconds = isFixed ? null : seconds
  const secondsLeft = useAutoRefresh({ everySeconds, isBusy, refresh: byItself })
  const [draft, setDraft] = useDebounced(
    filters.refresh,
    (text) => change({ refresh: text }),
    (text) => text.trim(),
  )
  const chooseKey = (isOn: boolean) => {
    setKey(isOn)
    try {
      storage.setItem(SHORTCUT_KEY, isOn ? '1' : '0')
    } catch {
      // Storage is full or forbidden: the choice then lasts as long as this page.
    }
  }
  return (
    <div className={classes.refresh}>
      <Button
        leftSection={<IconRefresh size={18} aria-hidden />}
        aria-keyshortcuts={hasKey ? 'R' : undefined}
        onClick={byHand}
      >
        {LABELS.refresh}
      </Button>
      <TextInput
        className={classes.seconds}
        label={LABELS.auto}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={draft}
        title={LABELS.autoHint}
        onChange={(event) => setDraft(event.currentTarget.value.replace(/\D/g, ''))}
      />
      <label className={classes.key}>
        <input
          type="checkbox"
          checked={hasKey}
          onChange={(event) => chooseKey(event.currentTarget.checked)}
        />
        {LABELS.shortcut}
      </label>
      <div className={classes.state}>
        <StatusLine isBusy={isBusy} isAsked={isAsked} site={site} />
        <span className={classes.countdown}>
          {secondsLeft !== null && LABELS.autoIn(secondsLeft)}
          {secondsLeft === null && (isFixed && seconds !== null ? LABELS.autoOver : LABELS.autoOff)}
        </span>
      </div>
    </div>
  )
}
