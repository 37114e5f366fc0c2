import { useEffect, useState } from 'react'
import { isUnregistered } from '../../../../api/reads/is-unregistered.ts'
import { UnknownMark } from '../../../../components/UnknownMark.tsx'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../../texts/reads/live-controls.ts'
import type { DeletedRead, Deletion } from './deletion.ts'
import type { DeletionLog } from './deletion-log.ts'
import classes from './deletions.module.css'

const LABELS = LIVE_CONTROLS_TEXTS.deletions
const HEADS = LABELS.heads

/** The columns of a deletion's reads, in the order of the live table. */
const COLUMNS: readonly [
  head: string,
  text: (read: DeletedRead, site: SiteTime) => string | null,
][] = [
  [HEADS.at, (read, site) => site.full(Date.parse(read.read_at))],
  [HEADS.uid, (read) => read.uid],
  [HEADS.agent, (read) => read.agent_name || read.agent_code],
  [HEADS.location, (read) => read.agent_location],
  [HEADS.plate, (read) => read.plate],
  [HEADS.model, (read) => read.model],
  [HEADS.owner, (read) => read.owner],
  [HEADS.id, (read) => read.id],
]

interface DeletedReadsProps {
  deletion: Deletion
  log: DeletionLog
  site: SiteTime
}

/** The reads of one deletion. */
export function DeletedReads({ deletion, log, site }: DeletedReadsProps) {
  const [reads, setReads] = useState<readonly DeletedRead[] | 'failed' | null>(null)
  useEffect(() => {
    let isShown = true
    log.readsOf(deletion).then(
      (found) => isShown && setReads(found),
      () => isShown && setReads('failed'),
    )
    return () => {
      isShown = false
    }
  }, [deletion, log])

  if (reads === null) return <output className={classes.hint}>{LABELS.loading}</output>
  if (reads === 'failed') return <p role="alert">{LABELS.failed}</p>
  return (
    <section
      className={classes.scroller}
      aria-label={LABELS.detailOf(site.full(deletion.deletedAt))}
      // A region that scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {COLUMNS.map(([head]) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reads.map((read) => (
            <tr key={read.id} data-unknown={isUnregistered(read) || undefined}>
              {COLUMNS.map(([head, text]) => (
                <td key={head}>
                  {head === HEADS.plate && isUnregistered(read) ? (
                    <UnknownMark read={{}} />
                  ) : (
                    text(read, site) || LABELS.none
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
