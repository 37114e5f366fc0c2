import { memo } from 'react'
import { texts } from '../../texts.ts'
import type { Report } from './load-report.ts'
import classes from './report.module.css'

const { columns, none } = texts.dashboard
const heads = [...Object.values(columns), texts.report.repeated]

/** All rows of a report: paper does not scroll. */
export const ReportRows = memo(function ReportRows({ report }: { report: Report }) {
  const { logs, repeats, site } = report
  return (
    <table className={classes.rows} aria-label={texts.dashboard.readsLabel}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {logs.map((read, i) => (
          <tr key={read.id}>
            <td>{site.full(Date.parse(read.read_at))}</td>
            <td>{read.uid}</td>
            <td>{read.agent_name || read.agent_code}</td>
            <td>{read.plate || none}</td>
            <td>{read.model || none}</td>
            <td>{read.owner || none}</td>
            <td>{repeats[i] ? texts.exports.yes : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})
