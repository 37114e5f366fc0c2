import type { ReadLog } from '@vehicle-control/protocol'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { isUnregistered } from '../../../api/reads/is-unregistered.ts'
import { UnknownMark } from '../../../components/UnknownMark.tsx'
import type { Panel } from '../../../dialogs/dialogs.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { READ_SHEET_TEXTS as TEXTS } from '../../../texts/reads/read-sheet.ts'
import { useDrill } from '../drill/use-drill.ts'
import classes from './read-sheet.module.css'

/** All that is known of a read, with the ways to the others of its plate and tag. */
export function readSheet(read: ReadLog, site: SiteClock): Panel {
  return {
    title: TEXTS.title,
    content: (close) => <ReadSheet read={read} site={site} onLeave={close} />,
  }
}

interface ReadSheetProps {
  read: ReadLog
  site: SiteClock
  onLeave: () => void
}

function ReadSheet({ read, site, onLeave }: ReadSheetProps) {
  const linkTo = useDrill()
  const { plate, uid } = read
  const known = [
    [TEXTS.fields.plate, isUnregistered(read) ? <UnknownMark key="mark" read={read} /> : plate],
    [TEXTS.fields.model, read.model],
    [TEXTS.fields.owner, read.owner],
    [TEXTS.fields.at, site.exact(Date.parse(read.read_at))],
    [TEXTS.fields.agent, agentText(read)],
    [TEXTS.fields.location, read.agent_location],
    [TEXTS.fields.reader, readerText(read)],
    [TEXTS.fields.received, site.exact(Date.parse(read.received_at))],
    [TEXTS.fields.tag, <code key="tag">{uid}</code>],
  ] as const
  return (
    <>
      <dl className={classes.facts}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || TEXTS.none}</dd>
          </div>
        ))}
      </dl>
      {!read.clock_ok && <p className={classes.note}>{TEXTS.noClock}</p>}
      <div className={classes.ways}>
        {plate && (
          <Button component={Link} {...linkTo({ plate })} variant="default" onClick={onLeave}>
            {TEXTS.onlyPlate}
          </Button>
        )}
        <Button component={Link} {...linkTo({ tag: uid })} variant="default" onClick={onLeave}>
          {TEXTS.onlyTag}
        </Button>
      </div>
    </>
  )
}

function agentText({ agent_name: name, agent_code: code }: ReadLog): string {
  return name && name !== code ? TEXTS.agent(name, code) : code
}

function readerText({ reader, antenna, rssi }: ReadLog): string {
  const place = antenna === null ? reader : TEXTS.antenna(reader, antenna)
  return rssi === null ? place : TEXTS.signal(place, rssi)
}
