import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { countFilters } from './filters.ts'
import type { FilterControl } from './use-filters.ts'
import type { FilterFold } from './use-filter-fold.ts'
import classes from './active-filters.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface ActiveFiltersProps {
  control: FilterControl
  fold: FilterFold
}

/**
 * The number of filters set, those that have no field, and on a phone the button that shows the
 * fields.
 */
export function ActiveFilters({ control, fold }: ActiveFiltersProps) {
  const { filters, change } = control
  const count = countFilters(filters)
  const known = filters.known === '' ? null : LABELS.known[filters.known]
  return (
    <div className={classes.active}>
      {count > 0 && <span className={classes.count}>{LABELS.activeFilters(count)}</span>}
      {known && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.chip}
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={LABELS.dropFilter(known)}
          onClick={() => change({ known: '' })}
        >
          {known}
        </Button>
      )}
      <Button {...fold.button} variant="default" className={classes.fold}>
        {LABELS.filtersOf(count)}
      </Button>
    </div>
  )
}
