import { useLayoutEffect, useRef } from 'react'
import { dashboardTexts } from '../../texts/dashboard.ts'
import type { Report } from './load-report.ts'
import classes from './report.module.css'

const { columns, none, readsLabel } = dashboardTexts.dashboard
const heads = [...Object.values(columns), dashboardTexts.report.repeated]

/**
 * All rows of a report: paper does not scroll. They are made by hand, as texts, since they are up to
 * 70,000 cells that never change: React would keep an object for each.
 */
export function ReportRows({ report }: { report: Report }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    body.current?.replaceChildren(madeRows(report))
  }, [report])
  return (
    <table className={classes.rows} aria-label={readsLabel}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} />
    </table>
  )
}

function madeRows({ logs, repeats, site }: Report): DocumentFragment {
  const rows = document.createDocumentFragment()
  for (const [i, read] of logs.entries()) {
    const row = document.createElement('tr')
    const cells = [
      site.full(Date.parse(read.read_at)),
      read.uid,
      read.agent_name || read.agent_code,
      read.plate || none,
      read.model || none,
      read.owner || none,
      repeats[i] ? dashboardTexts.exports.yes : '',
    ]
    for (const text of cells) row.appendChild(document.createElement('td')).textContent = text
    rows.append(row)
  }
  return rows
}
