import { Skeleton } from '@mantine/core'
import type { TopVehicle } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { WholeSite } from '../../../charts/WholeSite.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import type { LinkTo } from '../drill/use-drill.ts'
import type { Figures } from '../figures/use-figures.ts'
import { NO_SEARCH } from '../filters/filters.ts'
import card from '../../../charts/chart-card.module.css'
import classes from './figure-charts.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface TopVehiclesProps {
  query: Figures['top']
  hasRange: boolean
  isSiteWide: boolean
  linkTo: LinkTo
}

/** The vehicles with most reads of the range. */
export function TopVehicles({ query, hasRange, isSiteWide, linkTo }: TopVehiclesProps) {
  const { data, error, isPlaceholderData } = query
  return (
    <section className={card.card} aria-label={LABELS.top} aria-busy={isPlaceholderData}>
      <div className={card.head}>
        <h2 className="heading">{LABELS.top}</h2>
        {isSiteWide && <WholeSite />}
      </div>
      <div className={classes.topBody}>
        {!data && !error && hasRange && <Skeleton height="100%" animate={false} />}
        {!hasRange && <p className={classes.problem}>{LABELS.fixRange}</p>}
        {!data && error && <p className={classes.problem}>{LABELS.notShown}</p>}
        {data?.length === 0 && <p className={classes.problem}>{LABELS.empty}</p>}
        {data && data.length > 0 && <TopTable top={data} className={classes.top} linkTo={linkTo} />}
      </div>
    </section>
  )
}

interface TopTableProps {
  top: readonly TopVehicle[]
  className: string | undefined
  /** Makes plates links to their reads. */
  linkTo?: LinkTo
  /** Its foot. */
  children?: ReactNode
}

/** Vehicles, most reads first, with a line as long as their share of the first one's total. */
export function TopTable({ top, className, linkTo, children }: TopTableProps) {
  const most = top[0]?.total ?? 1
  return (
    <table className={className}>
      <thead>
        <tr>
          <th scope="col">{LABELS.plate}</th>
          <th scope="col">{LABELS.owner}</th>
          <th scope="col">{LABELS.topTotal}</th>
        </tr>
      </thead>
      <tbody>
        {top.map(({ plate, model, owner, total }, place) => (
          // Two deleted vehicles may have had one plate: only the place tells rows apart.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={place} style={{ backgroundSize: `${(100 * total) / most}% 2px` }}>
            <td>
              {plate && linkTo ? (
                <Link className="bare-link target" {...linkTo({ ...NO_SEARCH, plate })}>
                  {plate}
                </Link>
              ) : (
                (plate ?? model)
              )}
            </td>
            <td>{owner ?? LABELS.none}</td>
            <td>{formatCount(total)}</td>
          </tr>
        ))}
      </tbody>
      {children}
    </table>
  )
}
