import { Skeleton } from '@mantine/core'
import type { ReadLog } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from '../../../browser/external-store.ts'
import { markText, UnknownMark } from '../../../components/UnknownMark.tsx'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { scanOfLog } from '../../../live/read-list.ts'
import { useNoteRegistered } from '../../../live/registered-now.ts'
import cells from '../../../reads/cells.module.css'
import { READ_COLUMNS } from '../../../reads/columns.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { type LinkTo, useDrill } from '../drill/use-drill.ts'
import classes from './read-rows.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
// The location is in the sheet.
const COLUMNS = READ_COLUMNS.filter(({ name }) => name !== 'location')

interface ReadRowsProps {
  rows: readonly ReadLog[]
  site: SiteClock
  isBusy: boolean
  /** Keeps the height of a full page, so that the buttons stay under the pointer. */
  isLater: boolean
  /** Says why there are no rows. */
  emptyText: string
}

/** A page of reads. */
export function ReadRows({ rows, site, isBusy, isLater, emptyText }: ReadRowsProps) {
  const linkTo = useDrill()
  const open = useReadSheet(site)
  const isEmpty = rows.length === 0
  useNoteRegistered(rows)
  const decisionOf = useStore(useLiveLink().decisions, (now) => now)
  const decides = rows.some(({ decision }) => decision)
  return (
    <div className={classes.frame} aria-busy={isBusy} data-later={isLater || undefined}>
      <table className={`${cells.cells} ${classes.table}`} aria-label={LABELS.readsLabel}>
        <thead>
          <tr>
            {COLUMNS.map(({ name, head }) => (
              <th key={name} scope="col" data-cell={name}>
                {head}
              </th>
            ))}
            {decides && (
              <th scope="col" data-cell="decision">
                {LABELS.decision}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((read, i) => (
            <Row
              key={read.id}
              before={rows[i - 1]}
              mark={decides && (decisionOf(read)?.mark ?? LABELS.none)}
              {...{ read, site, linkTo, open }}
            />
          ))}
        </tbody>
      </table>
      {/* On a phone the style sheet folds the rows after the sixth until it is open. */}
      <details className={classes.more}>
        <summary data-count={rows.length - 6}>{LABELS.more}</summary>
      </details>
      {isBusy && isEmpty && <Skeleton className={classes.waiting} animate={false} />}
      {!isBusy && isEmpty && (
        <div className="empty">
          <p>{emptyText}</p>
          {emptyText === LABELS.empty && <p className="hint">{LABELS.emptyHint}</p>}
        </div>
      )}
    </div>
  )
}

/** Opens a read's sheet, whose code is loaded with the first one. */
function useReadSheet(site: SiteClock): (read: ReadLog) => void {
  const dialogs = useDialogs()
  return (read) => {
    import('./read-sheet.tsx')
      .then(({ storedSheet }) => storedSheet(read, site))
      .then(
        (sheet) => dialogs.open(sheet),
        (problem: unknown) => {
          // The row itself shows most of the read.
          // oxlint-disable-next-line no-console
          console.error(problem)
        },
      )
  }
}

interface RowProps {
  read: ReadLog
  /** The read of the row above. */
  before: ReadLog | undefined
  /** What its gate decided; false where no row has such a cell. */
  mark: ReactNode
  site: SiteClock
  linkTo: LinkTo
  open: (read: ReadLog) => void
}

function Row({ read, before, mark, site, linkTo, open }: RowProps) {
  const shown = scanOfLog(read)
  const isUnknown = shown.vehicle === null
  const now = useStore(useLiveLink().tagsNow, (tags) => tags.get(read.uid))
  const dayOf = ({ read_at }: ReadLog) => site.day(Date.parse(read_at))
  const isSameDay = before && dayOf(before) === dayOf(read)
  return (
    <tr data-unknown={isUnknown || undefined} data-same-day={isSameDay || undefined}>
      {COLUMNS.map(({ name, text }) => {
        const content = text(shown, site.full)
        if (name === 'at') {
          const [day, clock] = content?.split(' ') ?? []
          return (
            <td key={name} data-cell={name}>
              <button
                type="button"
                className="bare bare-link target"
                aria-label={LABELS.detailOf(content ?? '')}
                onClick={() => open(read)}
              >
                <time dateTime={read.read_at}>
                  <span>{day}</span> {clock}
                </time>
              </button>
            </td>
          )
        }
        if (name === 'plate' && isUnknown) {
          return (
            <td key={name} data-cell={name} title={markText(read, now)}>
              <UnknownMark read={read} />
            </td>
          )
        }
        const isLink = name === 'plate' && content
        return (
          <td
            key={name}
            data-cell={name}
            title={content ?? undefined}
            data-empty={content ? undefined : true}
          >
            {isLink ? (
              <PlateLink plate={content} assetId={read.asset_id} linkTo={linkTo} />
            ) : (
              content || LABELS.none
            )}
          </td>
        )
      })}
      {mark && <td data-cell="decision">{mark}</td>}
    </tr>
  )
}

interface PlateLinkProps {
  plate: string
  /** Unknown where the vehicle was deleted. */
  assetId: number | undefined
  linkTo: LinkTo
}

/** Leads to the vehicle's page; without one, to the other reads of the plate. */
function PlateLink({ plate, assetId, linkTo }: PlateLinkProps) {
  const link =
    assetId === undefined
      ? { ...linkTo({ plate }), title: LABELS.onlyPlate(plate) }
      : { to: `/vehicle?id=${assetId}`, title: LABELS.openPlate(plate) }
  return (
    <Link className="bare-link target" {...link}>
      {plate}
    </Link>
  )
}
