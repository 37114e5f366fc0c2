import type { ReadLog } from '@vehicle-control/protocol'
import { isUnregistered } from '../../api/reads/is-unregistered.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { cappedCount } from '../dashboard/figures/capped-count.ts'
import type { Report } from './load-report.ts'
import classes from './report.module.css'

interface ReportFiguresProps {
  report: Pick<Report, 'total' | 'capped' | 'repeats'> & { readonly logs: readonly ReadLog[] }
}

/** The numbers of a report's reads. */
export function ReportFigures({ report }: ReportFiguresProps) {
  const { logs, repeats } = report
  const figures = [
    [REPORT_TEXTS.reads, REPORT_TEXTS.readsOf(formatCount(logs.length), cappedCount(report))],
    [REPORT_TEXTS.tags, formatCount(new Set(logs.map(({ uid }) => uid)).size)],
    [REPORT_TEXTS.unknown, formatCount(logs.filter(isUnregistered).length)],
    [REPORT_TEXTS.repeats, formatCount(repeats.filter(Boolean).length)],
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
