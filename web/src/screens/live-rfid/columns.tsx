import type { ScanEvent } from '@vehicle-control/protocol'
import { type ReactNode, useSyncExternalStore } from 'react'
import { registerPath } from '../../components/register-path.ts'
import { UnknownMark, unknownMark } from '../../components/UnknownMark.tsx'
import { isLate } from '../../live/read-list.ts'
import { formatCount, type SiteTime } from '../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../texts/reads/live.ts'
import type { DayWatch } from './day-watch.ts'
import classes from './reads-table.module.css'

/** The columns of the live table and, by the same names, of its wall. */
export type LiveColumnName = 'hour' | 'tag' | 'agent' | 'location' | 'plate' | 'model' | 'owner'

/** A column of the live table. */
export interface LiveColumn {
  /** The class of its cells, for style sheets. */
  readonly name: LiveColumnName
  readonly head: string
  /** The cell in plain text; null and empty where the read has none. */
  readonly text: (read: ScanEvent, site: SiteTime) => string | null
  /**
   * The cell where it shows more than its text. Called for each visible row of each redraw: it makes
   * elements and no functions. `isNewest`: no row above is of the same agent.
   */
  readonly cell?: (read: ScanEvent, watch: DayWatch, isNewest: boolean) => ReactNode
}

/** The columns in their order, for the header and the rows. */
export const LIVE_COLUMNS: readonly LiveColumn[] = [
  {
    name: 'hour',
    head: 'Hora',
    text: (read, site) => site.clock(Date.parse(read.ts)),
    cell: hourCell,
  },
  { name: 'tag', head: 'Tag', text: (read) => read.uid },
  { name: 'agent', head: 'Agente', text: agentName, cell: agentCell },
  { name: 'location', head: 'Ubicación', text: (read) => read.agent.location },
  {
    name: 'plate',
    head: 'Placa',
    text: (read) => (read.vehicle ? read.vehicle.plate : unknownMark(read)),
    cell: plateCell,
  },
  { name: 'model', head: 'Modelo', text: (read) => read.vehicle?.model ?? null },
  { name: 'owner', head: 'Propietario', text: (read) => read.vehicle?.owner ?? null },
]

function agentName({ agent }: ScanEvent): string {
  return agent.name || agent.code
}

function hourCell(read: ScanEvent, { siteTime }: DayWatch) {
  const at = Date.parse(read.ts)
  return (
    <>
      <time dateTime={read.ts} title={siteTime.full(at)}>
        {siteTime.clock(at)}
      </time>
      {isLate(read) && (
        <span
          className={classes.late}
          title={LIVE_TEXTS.lateTitle(siteTime.full(Date.parse(read.received_at)))}
        >
          {LIVE_TEXTS.late}
        </span>
      )}
    </>
  )
}

function plateCell(read: ScanEvent, { mayRegister }: DayWatch) {
  const { uid, vehicle, retired_from } = read
  if (vehicle !== null) return vehicle.plate
  return (
    <>
      <UnknownMark read={read} />
      {mayRegister && !retired_from && (
        <a
          className={classes.register}
          href={registerPath(uid)}
          // All rows are one stop of the tab key, and a row's sheet has this link too.
          tabIndex={-1}
          aria-label={LIVE_TEXTS.registerTag(uid)}
        >
          {LIVE_TEXTS.register}
        </a>
      )}
    </>
  )
}

function agentCell(read: ScanEvent, watch: DayWatch, isNewest: boolean) {
  return (
    <span className={classes.agentLine}>
      <span className={classes.agentName}>{agentName(read)}</span>
      {isNewest && <SuppressedMark code={read.agent.code} watch={watch} />}
    </span>
  )
}

function SuppressedMark({ code, watch: { counts } }: { code: string; watch: DayWatch }) {
  const count = useSyncExternalStore(counts.subscribeAgents, () => counts.suppressedBy(code))
  if (count === 0) return null
  const text = LIVE_TEXTS.suppressedBy(formatCount(count), count === 1)
  return (
    <span className={classes.suppressed} title={text}>
      <span aria-hidden>▲ {formatCount(count)}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
