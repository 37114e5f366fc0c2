import type { ScanEvent } from '@vehicle-control/protocol'
import { memo } from 'react'
import { useStore } from '../../browser/external-store.ts'
import { isLate } from '../../live/read-list.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { texts } from '../../texts/app.ts'
import type { DayWatch } from './day-watch.ts'
import classes from './reads-table.module.css'

interface ReadCellsProps {
  read: ScanEvent
  watch: DayWatch
}

/** The cells of one read. Their full texts become titles only under a pointer (ReadsTable). */
export const ReadCells = memo(function ReadCells({ read, watch }: ReadCellsProps) {
  const { siteTime } = watch
  const at = Date.parse(read.ts)
  const { plate, model, owner } = read.vehicle ?? { plate: null, model: null, owner: null }
  return (
    <>
      <td className={classes.hour}>
        <time dateTime={read.ts} title={siteTime.full(at)}>
          {siteTime.clock(at)}
        </time>
        {isLate(read) && (
          <span
            className={classes.late}
            title={texts.live.lateTitle(siteTime.full(Date.parse(read.received_at)))}
          >
            {texts.live.late}
          </span>
        )}
      </td>
      <td className={classes.tag}>{read.uid}</td>
      <td className={classes.agent}>
        <span className={classes.agentLine}>
          <span className={classes.agentName}>{read.agent.name || read.agent.code}</span>
          <SuppressedMark code={read.agent.code} watch={watch} />
        </span>
      </td>
      <TextCell className={classes.location} text={read.agent.location} />
      <TextCell className={classes.plate} text={plate} />
      <TextCell className={classes.model} text={model} />
      <TextCell className={classes.owner} text={owner} />
    </>
  )
})

function TextCell({ className, text }: { className: string | undefined; text: string | null }) {
  return (
    <td className={className} data-empty={text ? undefined : true}>
      {text || texts.live.none}
    </td>
  )
}

function SuppressedMark({ code, watch }: { code: string; watch: DayWatch }) {
  const count = useStore(watch.reads.state, (state) => state.suppressed[code] ?? 0)
  if (count === 0) return null
  const text = texts.live.suppressedBy(formatCount(count))
  return (
    <span className={classes.suppressed} title={text}>
      <span aria-hidden>▲ {formatCount(count)}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
