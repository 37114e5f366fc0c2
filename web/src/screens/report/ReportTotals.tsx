import type { ReportResponse } from '@vehicle-control/protocol'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { TopTable } from '../dashboard/charts/TopVehicles.tsx'
import classes from './report-totals.module.css'

/** How many reads each vehicle, day and agent of a report has. */
export function ReportTotals({ totals }: { totals: ReportResponse }) {
  const { total, days, vehicles, agents } = totals
  const listed = vehicles.reduce((sum, vehicle) => sum + vehicle.total, 0)
  return (
    <div className={classes.totals}>
      <section className={classes.whole}>
        <h2>{REPORT_TEXTS.byVehicle}</h2>
        {vehicles.length > 0 && <TopTable top={vehicles} className={classes.vehicles} />}
        {total > listed && (
          <p className={classes.note}>{REPORT_TEXTS.others(formatCount(total - listed))}</p>
        )}
      </section>
      <section>
        <h2>{REPORT_TEXTS.byDay}</h2>
        <div className={classes.days}>
          <TotalsTable
            heads={[REPORT_TEXTS.day]}
            rows={days
              .filter(({ total: reads }) => reads > 0)
              .map(({ day, total: reads }) => ({
                cells: [day.split('-').toReversed().join('/')],
                total: reads,
              }))}
          />
        </div>
      </section>
      <section>
        <h2>{REPORT_TEXTS.byAgent}</h2>
        <TotalsTable
          heads={[REPORT_TEXTS.code, REPORT_TEXTS.agent]}
          rows={agents.map((agent) => ({ cells: [agent.code, agent.name], total: agent.total }))}
        />
      </section>
    </div>
  )
}

interface TotalsTableProps {
  heads: readonly string[]
  /** The first cell is a code, which does not break. */
  rows: readonly { cells: readonly string[]; total: number }[]
}

function TotalsTable({ heads, rows }: TotalsTableProps) {
  if (rows.length === 0) return <p>{DASHBOARD_TEXTS.dashboard.empty}</p>
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {[...heads, REPORT_TEXTS.total].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells, total }) => (
          <tr key={cells[0]}>
            {cells.map((cell, place) => (
              // The columns never change.
              // oxlint-disable-next-line react/no-array-index-key
              <td key={place}>{cell}</td>
            ))}
            <td>{formatCount(total)}</td>
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={heads.length}>
              {REPORT_TEXTS.total}
            </th>
            <td>{formatCount(rows.reduce((sum, { total }) => sum + total, 0))}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
