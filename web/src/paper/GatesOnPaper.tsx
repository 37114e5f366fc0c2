import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useSiteTimeZone } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { createSiteTime, formatCount } from '../site-time/site-time.ts'
import { PAPER_TEXTS } from '../texts/paper.ts'
import classes from './gates-on-paper.module.css'
import { useIsPrinting } from './use-is-printing.ts'

const { none, never, online, offline } = PAPER_TEXTS
const count = (number: number | null) => (number === null ? none : formatCount(number))

/** Below a printed map, which nobody can press: each of its agents with what a press would say. */
export function GatesOnPaper() {
  const { pathname, search } = useLocation()
  const isPrinting = useIsPrinting()
  const timeZone = useSiteTimeZone(useApp())
  const { agents, today } = useLiveLink()
  const isMap = pathname === '/map' && new URLSearchParams(search).get('view') !== 'status'
  useEffect(() => (isMap ? today.watch() : undefined), [isMap, today])
  if (!isPrinting || !isMap || !timeZone) return null
  const site = createSiteTime(timeZone)
  const numbers = today.state.get()
  const names = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })
  const byName = [...agents.list()].sort(
    (a, b) => names.compare(a.name, b.name) || names.compare(a.code, b.code),
  )
  return (
    <>
      {/* Known once the map is cut to its paper. */}
      <p className={classes.streets}>{PAPER_TEXTS.noStreets}</p>
      <table className={classes.gates}>
        <thead>
          <tr>
            {PAPER_TEXTS.gates.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byName.map((agent) => (
            <tr key={agent.code}>
              <td className="strong">{agent.name}</td>
              <td className="mono">{agent.code}</td>
              <td>{agent.location || none}</td>
              <td>{agent.online ? online : offline}</td>
              <td>{agent.lastSeen === null ? never : site.full(agent.lastSeen)}</td>
              <td>{count(numbers.reads === null ? null : today.of(agent.code).reads)}</td>
              <td>{count(numbers.suppressed === null ? null : today.of(agent.code).suppressed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
