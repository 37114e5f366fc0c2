import { Logo } from '../../components/Logo.tsx'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import type { TimeSpan } from '../../api/reads/time-span.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { TEXTS } from '../../texts/app.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { rangeText } from './range-text.ts'
import classes from './report.module.css'

const OWNERS_NAMED = 5

interface ReportHeadProps {
  report: {
    readonly span: TimeSpan
    readonly site: SiteClock
    readonly now: number
    /** The site's name. */
    readonly title: string
    /** Empty where the account has no name. */
    readonly author: string
  }
  /** What was searched for; empty: all reads. */
  searched: readonly string[]
  /** Whose reads a search by owner has found; empty without one. */
  owners?: readonly string[]
  /** The one owner whose reads these are; undefined where there may be others. */
  whose?: string | undefined
}

/** The head of a report: the site, its range, what was searched for, and who made it when. */
export function ReportHead({ report, searched, owners = [], whose }: ReportHeadProps) {
  const { span, site, now, title, author } = report
  const facts = [
    [REPORT_TEXTS.range, rangeText(span, site)],
    [REPORT_TEXTS.zone, site.timeZone],
    [REPORT_TEXTS.made, site.exact(now)],
    ...(author ? [[REPORT_TEXTS.author, author] as const] : []),
    // Last, since these are as long as what somebody typed.
    ...(whose === undefined || searched.length > 0
      ? [[REPORT_TEXTS.filters, searched.join(' · ') || REPORT_TEXTS.noFilters] as const]
      : []),
    ...(owners.length > 0
      ? [[REPORT_TEXTS.owners(owners.length), ownersText(owners)] as const]
      : []),
  ] as const
  return (
    <header>
      <div className={classes.brand}>
        <Logo size={26} />
        <span>{TEXTS.app}</span>
        <strong>{title}</strong>
      </div>
      <ScreenTitle>{REPORT_TEXTS.title}</ScreenTitle>
      {whose !== undefined && <p className={classes.whose}>{whose}</p>}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

/** Those whom a part of a name also caught are seen before the report goes to somebody. */
function ownersText(owners: readonly string[]): string {
  const named = owners.slice(0, OWNERS_NAMED).join(', ')
  const more = owners.length - OWNERS_NAMED
  return more > 0 ? `${named} ${REPORT_TEXTS.moreOwners(more)}` : named
}
