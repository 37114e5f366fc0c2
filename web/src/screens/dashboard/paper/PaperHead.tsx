import { useApp } from '../../../app-parts.ts'
import { useSiteTitle } from '../../../components/use-site-title.ts'
import { searchedWords } from '../../../export/searched-words.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from '../filters/filters.ts'
import { rangeFault, spanOf, spanText } from '../filters/range.ts'
import { useOneMoment } from './use-one-moment.ts'
import classes from './paper-head.module.css'

interface PaperHeadProps {
  filters: Filters
  site: SiteClock
  /** When the figures of the range came, by the browser's clock; 0: they have not. */
  fetchedAt: number
}

/** What the bar and the toolbar say on a screen, which paper does not have. */
export function PaperHead({ filters, site, fetchedAt }: PaperHeadProps) {
  const { clock, serverClock } = useApp()
  useOneMoment(filters, site)
  const now = serverClock.now() - (fetchedAt > 0 ? clock.now() - fetchedAt : 0)
  const title = useSiteTitle()
  const span = rangeFault(filters, site) === null ? spanOf(filters, site, now) : null
  const range = span && spanText({ from: span.from, to: span.to ?? now }, site)
  return (
    <p className={classes.head}>
      {[title, range].filter(Boolean).join(' · ')}
      {'\n'}
      {searchedWords(filters).join(' · ')}
    </p>
  )
}
