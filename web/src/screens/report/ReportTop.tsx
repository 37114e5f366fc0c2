import type { TopVehicle } from '@vehicle-control/protocol'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import classes from './report.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

/** The vehicles with most reads, with a line as long as their share of the first. */
export function ReportTop({ top }: { top: readonly TopVehicle[] }) {
  const most = top[0]?.total ?? 1
  return (
    <table className={classes.top}>
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
            <td>{plate ?? model}</td>
            <td>{owner ?? LABELS.none}</td>
            <td>{formatCount(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
