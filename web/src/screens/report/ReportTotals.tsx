import type { ReadLog, ReportResponse } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { isUnregistered } from '../../api/reads/is-unregistered.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { TopTable } from '../dashboard/charts/TopVehicles.tsx'
import { ownerTotals } from './owner-totals.ts'
import { tagTotals } from './tag-totals.ts'
import classes from './report-totals.module.css'

/** From so many days with reads on, they take the whole width, in columns. */
const MANY_DAYS = 15

interface ReportTotalsProps {
  totals: ReportResponse
  /** All reads of the report; null where it has only the newest of them. */
  logs: readonly ReadLog[] | null
  /** All of them are of one owner, whom the head names. */
  isOfOne: boolean
  /** None of them is of an asset: they are told apart by their tags. */
  isOfUnknown: boolean
}

/** How many reads each vehicle, day, agent and, where all reads are known, owner of a report has. */
export function ReportTotals({ totals, logs, isOfOne, isOfUnknown }: ReportTotalsProps) {
  const { total, days, vehicles, agents } = totals
  const listed = vehicles.reduce((sum, vehicle) => sum + vehicle.total, 0)
  const readDays = days.filter((day) => day.total > 0)
  const hasManyDays = readDays.length >= MANY_DAYS
  const owners = useMemo(() => ownerTotals(logs ?? []), [logs])
  const hasOwners = owners.length > 1
  const tags = useMemo(() => (isOfUnknown ? tagTotals(logs ?? []) : []), [logs, isOfUnknown])
  return (
    <div
      className={classes.totals}
      data-owners-beside={days.length <= 1 || (hasManyDays && hasOwners) || undefined}
      data-days-beside={(hasManyDays && !hasOwners) || undefined}
    >
      {tags.length > 0 && (
        <section className={classes.whole}>
          <h2>{REPORT_TEXTS.byTag}</h2>
          <div className={classes.days}>
            <TotalsTable
              heads={[REPORT_TEXTS.tag]}
              rows={tags.map(({ tag, total: reads }) => ({ cells: [tag], total: reads }))}
            />
          </div>
        </section>
      )}
      {!isOfUnknown && (
        <section className={classes.whole}>
          <h2>{REPORT_TEXTS.byVehicle}</h2>
          <div className={classes.days}>
            {vehicles.length > 0 && !isOfOne && (
              <TopTable top={vehicles} className={classes.vehicles}>
                {vehicles.length > 1 && <TotalFoot heads={2} total={listed} />}
              </TopTable>
            )}
            {vehicles.length > 0 && isOfOne && (
              <TotalsTable
                heads={[DASHBOARD_TEXTS.dashboard.plate, REPORT_TEXTS.model]}
                rows={vehicles.map(({ plate, model, total: reads }) => ({
                  cells: plate ? [plate, model] : [model, ''],
                  total: reads,
                }))}
              />
            )}
          </div>
          {total > listed && <p className={classes.note}>{othersText(total - listed, logs)}</p>}
        </section>
      )}
      {days.length > 1 && (
        <section className={hasManyDays && hasOwners ? classes.whole : undefined}>
          <h2>{REPORT_TEXTS.byDay}</h2>
          <div className={hasManyDays ? classes.manyDays : classes.days}>
            <TotalsTable
              heads={[REPORT_TEXTS.day]}
              rows={readDays.map(({ day, total: reads }) => ({
                cells: [day.split('-').toReversed().join('/')],
                total: reads,
              }))}
            />
          </div>
          {readDays.length < days.length && (
            <p className={classes.note}>{REPORT_TEXTS.onlyReadDays}</p>
          )}
        </section>
      )}
      <section>
        <h2>{REPORT_TEXTS.byAgent}</h2>
        <TotalsTable
          heads={[REPORT_TEXTS.code, REPORT_TEXTS.agent]}
          rows={agents.map((agent) => ({ cells: [agent.code, agent.name], total: agent.total }))}
        />
      </section>
      {hasOwners && (
        <section className={classes.owners}>
          <h2>{REPORT_TEXTS.byOwner}</h2>
          <div className={classes.days}>
            <TotalsTable
              heads={[REPORT_TEXTS.owner]}
              rows={owners.map(({ name, total: reads }) => ({ cells: [name], total: reads }))}
            />
          </div>
        </section>
      )}
    </div>
  )
}

/** What the reads are that no listed vehicle has, where all reads are known. */
function othersText(others: number, logs: ReportTotalsProps['logs']): string {
  if (!logs) return REPORT_TEXTS.others(formatCount(others))
  const unknown = logs.filter(isUnregistered).length
  const assets = logs.filter((log) => log.plate === null && !isUnregistered(log)).length
  const kinds = [
    [REPORT_TEXTS.ofAssets, assets],
    [REPORT_TEXTS.ofUnknown, unknown],
    [REPORT_TEXTS.ofOthers, others - assets - unknown],
  ] as const
  const said = kinds.filter(([, count]) => count > 0).map(([say, count]) => say(formatCount(count)))
  return REPORT_TEXTS.othersAre(said.join(', '))
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
        {rows.map(({ cells, total }, place) => (
          // Two deleted vehicles may have had one plate: only the place tells rows apart.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={place}>
            {cells.map((cell, column) => (
              // The columns never change.
              // oxlint-disable-next-line react/no-array-index-key
              <td key={column}>{cell}</td>
            ))}
            <td>{formatCount(total)}</td>
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && (
        <TotalFoot heads={heads.length} total={rows.reduce((sum, { total }) => sum + total, 0)} />
      )}
    </table>
  )
}

function TotalFoot({ heads, total }: { heads: number; total: number }) {
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={heads}>
          {REPORT_TEXTS.total}
        </th>
        <td>{formatCount(total)}</td>
      </tr>
    </tfoot>
  )
}
