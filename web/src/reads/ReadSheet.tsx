import { Box } from '@mantine/core'
import type { ReadLog, ScanEvent } from '@vehicle-control/protocol'
import {
  SHOWN_COLUMNS,
  type ShownColumn,
  VEHICLE_WORDS,
} from '@vehicle-control/protocol/vehicle-columns'
import type { ReactNode } from 'react'
import { useStore } from '../browser/external-store.ts'
import { UnknownMark } from '../components/UnknownMark.tsx'
import { useLiveLink } from '../live/LiveLink.tsx'
import { isLate } from '../live/read-list.ts'
import { CopyButton } from '../secrets/CopyButton.tsx'
import type { SiteTime } from '../site-time/site-time.ts'
import { DECISION_TEXTS } from '../texts/reads/decision.ts'
import { LIVE_TEXTS } from '../texts/reads/live.ts'
import { READ_SHEET_TEXTS as TEXTS } from '../texts/reads/read-sheet.ts'
import { DecisionFact } from './decision/DecisionFact.tsx'
import classes from './read-sheet.module.css'

interface ReadSheetProps {
  read: ScanEvent
  /** The stored read, which says more than its event. */
  log?: ReadLog
  site: SiteTime
  /** What comes first, below the plate. */
  first?: ReactNode
  /** What else is said of the agent. */
  ofAgent?: ReactNode
  /** Links to other screens; above what is known, or the relays of a gate would lie over them. */
  children: ReactNode
}

/** All that is known of one read, also what a table's columns cut off. */
export function ReadSheet({ read, log, site, first, ofAgent, children }: ReadSheetProps) {
  const { uid, vehicle, agent, ts, received_at } = read
  const decisionOf = useStore(useLiveLink().decisions, (now) => now)
  const decision = decisionOf(read)
  return (
    <div>
      <p className={classes.lead} data-unknown={vehicle === null || undefined}>
        {vehicle === null ? <UnknownMark read={read} /> : vehicle.plate || vehicle.model}
        {isLate(read) && (
          <Box component="span" className="strong warn" fz="var(--page-type-body)">
            {LIVE_TEXTS.late}
          </Box>
        )}
        <span className={classes.at}>{moment(ts, site)}</span>
        {/* All that such a read has for a name; below, what is done about it may lie over it. */}
        {vehicle === null && <span className={classes.tag}>{uid}</span>}
      </p>
      {first}
      <div className={classes.links}>{children}</div>
      <dl className="facts">
        {vehicle &&
          SHOWN_COLUMNS.filter((column) => !isLead(column, vehicle)).map((column) => (
            <Fact key={column} label={VEHICLE_WORDS[column]}>
              {vehicle[column]}
            </Fact>
          ))}
        <Fact label={TEXTS.agent}>
          <AgentWords agent={agent} />
          {ofAgent}
        </Fact>
        <Fact label={TEXTS.location}>{agent.location}</Fact>
        {decision && (
          <Fact label={DECISION_TEXTS.title}>
            <DecisionFact read={read} decision={decision} site={site} />
          </Fact>
        )}
        {log && <Fact label={TEXTS.reader}>{readerText(log)}</Fact>}
        <Fact label={TEXTS.receivedAt}>{moment(received_at, site)}</Fact>
        <Fact label={TEXTS.tag}>
          <Box className="mono" mb="0.4rem">
            {uid}
          </Box>
          <CopyButton what={TEXTS.tag} text={uid} />
        </Fact>
      </dl>
      {log?.clock_ok === false && <p className="note">{TEXTS.noClock}</p>}
    </div>
  )
}

/** Whether the head of the sheet says it: the plate, or the name of what has no plate. */
function isLead(column: ShownColumn, { plate }: { plate: string | null }): boolean {
  return column === 'plate' || (column === 'model' && !plate)
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children || TEXTS.none}</dd>
    </div>
  )
}

function AgentWords({ agent: { name, code } }: { agent: ScanEvent['agent'] }) {
  if (!name || name === code) return <span className="code-word">{code}</span>
  return (
    <>
      {name} <span className="code-word">({code})</span>
    </>
  )
}

function readerText({ reader, antenna, rssi }: ReadLog): string {
  const place = antenna === null ? reader : TEXTS.antenna(reader, antenna)
  return rssi === null ? place : TEXTS.signal(place, rssi)
}

function moment(iso: string, site: SiteTime): ReactNode {
  return <time dateTime={iso}>{site.exact(Date.parse(iso))}</time>
}
