import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { findRepeats } from '../../../export/repeats.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import { cappedCount } from '../figures/capped-count.ts'
import { ReadRows } from './ReadRows.tsx'
import type { Figures } from '../figures/use-figures.ts'
import classes from './reads-card.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
const PAGE_ROWS = 25

interface ReadsCardProps {
  query: Figures['reads']
  site: SiteClock
  /** Loads more reads; null where the table holds as many as it can. */
  onMore: (() => void) | null
}

/** The newest reads of the range without their repeats, a page at a time. */
export function ReadsCard({ query, site, onMore }: ReadsCardProps) {
  const { data, isLoading, isPlaceholderData } = query
  const [wanted, setPage] = useState(0)
  const shown = useMemo(() => {
    const logs = data?.logs ?? []
    const repeats = findRepeats(logs)
    return logs.filter((_, i) => !repeats[i])
  }, [data])
  const pages = Math.max(1, Math.ceil(shown.length / PAGE_ROWS))
  const page = Math.min(wanted, pages - 1)
  const loaded = data?.logs.length ?? 0
  const hidden = loaded - shown.length
  return (
    <section className={classes.card} aria-label={LABELS.reads}>
      <div className={classes.head}>
        <h2>{LABELS.reads}</h2>
        <p>
          {data && <span>{LABELS.shown(formatCount(shown.length), cappedCount(data))}</span>}
          {hidden > 0 && <span>{LABELS.hidden(formatCount(hidden), hidden === 1)}</span>}
          {data?.truncated && <span>{LABELS.truncated}</span>}
        </p>
      </div>
      <ReadRows
        reads={shown.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)}
        site={site}
        isBusy={isLoading || isPlaceholderData}
        emptyText={data ? LABELS.empty : query.error ? LABELS.none : LABELS.mendRange}
      />
      <div className={classes.foot}>
        {onMore && data && data.total > loaded && (
          <Button variant="default" size="sm" loading={isPlaceholderData} onClick={onMore}>
            {LABELS.more}
          </Button>
        )}
        {pages > 1 && (
          <nav className={classes.pages} aria-label={LABELS.pages}>
            <Turn to={page - 1} pages={pages} text={LABELS.previous} onTurn={setPage} />
            <span aria-live="polite">{LABELS.page(page + 1, pages)}</span>
            <Turn to={page + 1} pages={pages} text={LABELS.next} onTurn={setPage} />
          </nav>
        )}
      </div>
    </section>
  )
}

interface TurnProps {
  to: number
  pages: number
  text: string
  onTurn: (page: number) => void
}

function Turn({ to, pages, text, onTurn }: TurnProps) {
  const isEnd = to < 0 || to >= pages
  return (
    // Not disabled: the last click must not cost the focus.
    <Button
      variant="default"
      size="sm"
      aria-disabled={isEnd}
      data-disabled={isEnd || undefined}
      onClick={() => !isEnd && onTurn(to)}
    >
      {text}
    </Button>
  )
}
