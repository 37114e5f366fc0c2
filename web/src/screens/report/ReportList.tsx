import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { ReportRows, type ReportRowsProps } from './ReportRows.tsx'

/** The list of a report's reads under its heading, which has the day where all are of one. */
export function ReportList(props: Omit<ReportRowsProps, 'day'>) {
  const { logs, site } = props.report
  const days = [logs[0], logs.at(-1)].map((log) => log && site.full(Date.parse(log.read_at)))
  const [newest, oldest] = days.map((day) => day?.slice(0, 10))
  const day = newest === oldest ? newest : undefined
  const heading = `${DASHBOARD_TEXTS.dashboard.reads} (${formatCount(logs.length)})`
  return (
    <>
      <h2>{[heading, day].filter(Boolean).join(' · ')}</h2>
      <ReportRows {...props} day={day} />
    </>
  )
}
