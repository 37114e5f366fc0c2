import { Box, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { useDrillBack } from '../drill/use-drill.ts'
import { cappedCount } from '../figures/capped-count.ts'
import { problemText } from '../figures/problem-text.ts'
import type { Figures } from '../figures/use-figures.ts'
import type { Filters } from '../filters/filters.ts'
import { PAGE_ROWS } from './paging/read-trail.ts'
import { useReadPages } from './paging/use-read-pages.ts'
import { ReadRows } from './ReadRows.tsx'
import classes from './reads-card.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface ReadsCardProps {
  query: Figures['reads']
  filters: Filters
  site: SiteClock
}

/** The reads of the range without their repeats, the newest first and a page at a time. */
export function ReadsCard({ query, filters, site }: ReadsCardProps) {
  const { isLoading, isPlaceholderData, data, error } = query
  const pages = useReadPages(query, filters)
  const { page, view, trail, problem, hasNews, turn } = pages
  const title = useRef<HTMLHeadingElement>(null)
  const focus = useCallback(() => title.current?.focus(), [])
  const back = useDrillBack(focus)
  const rows = view?.rows ?? []
  const hidden = view?.hidden ?? 0
  const first = page * PAGE_ROWS + 1
  const toFirst = () => {
    turn(0)
    focus()
  }
  return (
    <section className={classes.card} aria-label={LABELS.reads}>
      <div className={classes.head}>
        <h2 ref={title} className="heading" tabIndex={-1}>
          {LABELS.reads}
        </h2>
        <p className="wrap note">
          {trail && rows.length > 0 && (
            <span aria-live="polite">
              {LABELS.rowsOf(
                formatCount(first),
                formatCount(first + rows.length - 1),
                // Of a list on one page it is known how many are no repeats.
                view?.isLast && page === 0 ? formatCount(rows.length) : cappedCount(trail.head),
              )}
            </span>
          )}
          {hidden > 0 && <span>{LABELS.hidden(formatCount(hidden), hidden === 1)}</span>}
          {trail?.isTruncated && <span>{LABELS.truncated}</span>}
        </p>
        {back && (
          <Button
            size="compact-sm"
            variant="default"
            title={LABELS.backHint}
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={back}
          >
            {LABELS.back}
          </Button>
        )}
        {hasNews && (
          <Button size="compact-sm" variant="light" onClick={toFirst}>
            {LABELS.news}
          </Button>
        )}
      </div>
      <ReadRows
        rows={rows}
        site={site}
        isBusy={isLoading || isPlaceholderData || pages.isBusy}
        isLater={page > 0}
        emptyText={data ? LABELS.empty : error ? LABELS.notShown : LABELS.fixRange}
      />
      {problem !== null && (
        <Box role="alert" className="row" data-gap="lines" fz="var(--page-type-body)">
          <b className="bad">{problemText(problem)}</b>
          <Button size="compact-sm" variant="default" onClick={pages.retry}>
            {pages.isLost ? LABELS.toFirst : LABELS.retry}
          </Button>
        </Box>
      )}
      {(page > 0 || view?.hasNext === true || view?.isLast === false) && (
        <nav
          className={classes.pages}
          aria-label={LABELS.pages}
          data-first={page === 0 || undefined}
        >
          <Turn isEnd={page === 0} text={LABELS.previous} onTurn={() => turn(page - 1)} />
          <Turn isEnd={view?.hasNext !== true} text={LABELS.next} onTurn={() => turn(page + 1)} />
        </nav>
      )}
    </section>
  )
}

interface TurnProps {
  isEnd: boolean
  text: string
  onTurn: () => void
}

function Turn({ isEnd, text, onTurn }: TurnProps) {
  return (
    // Not `disabled`, which would lose the focus after the last click.
    <Button
      variant="default"
      size="sm"
      aria-disabled={isEnd}
      data-disabled={isEnd || undefined}
      onClick={() => !isEnd && onTurn()}
    >
      {text}
    </Button>
  )
}
