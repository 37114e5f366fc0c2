import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import { Box, Button } from '@mantine/core'
import { useApp } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import type { RangeKind } from './filters.ts'
import { RangeChoice } from './RangeChoice.tsx'
import { TextFilter } from '../../../forms/TextFilter.tsx'
import type { FilterControl } from './use-filters.ts'
import type { FilterFold } from './use-filter-fold.ts'
import classes from './filter-bar.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface FilterBarProps {
  control: FilterControl
  fold: FilterFold
  site: SiteClock
}

/** The controls of the filters, as parts of the toolbar around them. */
export function FilterBar({ control, fold, site }: FilterBarProps) {
  const { serverClock } = useApp()
  const { filters, change, clear } = control
  const choose = (range: RangeKind) => {
    const startOfToday = () => site.wall(site.startOfDay(serverClock.now()))
    const from = range === 'custom' && filters.from === '' ? startOfToday() : filters.from
    change(range === 'custom' ? { range, from } : { range })
  }
  return (
    // Its parts are laid out by the toolbar.
    <Box component="search" display="contents" aria-label={LABELS.filters}>
      <div {...fold.fields} className={classes.fields}>
        <TextFilter
          isCompact
          label={LABELS.plate}
          value={filters.plate}
          isUpperCase
          onChange={(plate) => change({ plate })}
        />
        <TextFilter
          isCompact
          label={LABELS.tag}
          value={filters.tag}
          isUpperCase
          onChange={(tag) => change({ tag })}
        />
        <TextFilter
          isCompact
          label={LABELS.owner}
          value={filters.owner}
          onChange={(owner) => change({ owner })}
        />
        <Button variant="default" className={classes.clear} onClick={clear}>
          {LABELS.clear}
        </Button>
      </div>
      <RangeChoice range={filters.range} onChoose={choose} />
    </Box>
  )
}
