import { Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import { UnknownMark } from '../../../../components/UnknownMark.tsx'
import { scanOfLog } from '../../../../live/read-list.ts'
import cells from '../../../../reads/cells.module.css'
import { READ_COLUMNS } from '../../../../reads/columns.ts'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../../texts/reads/live-controls.ts'
import type { DeletionLog } from './deletion-log.ts'
import type { DeletedRead, Deletion } from './deletion.ts'
import classes from './deletions.module.css'

const LABELS = LIVE_CONTROLS_TEXTS.deletions
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

  if (reads === null) return <output className="hint">{LABELS.loading}</output>
  if (reads === 'failed') return <p role="alert">{LABELS.failed}</p>
  return (
    <Box
      component="section"
      className="box"
      mah="20rem"
      mt="0.5rem"
      style={{ overflow: 'auto' }}
      aria-label={LABELS.detailOf(site.full(deletion.deletedAt))}
      // A region that scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={`${cells.cells} ${classes.table}`}>
        <thead>
          <tr>
            {READ_COLUMNS.map(({ name, head }) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">{LABELS.id}</th>
          </tr>
        </thead>
        <tbody>
          {reads.map((read) => (
            <Row key={read.id} read={read} site={site} />
          ))}
        </tbody>
      </table>
    </Box>
  )
}

function Row({ read, site }: { read: DeletedRead; site: SiteTime }) {
  const shown = scanOfLog({ ...read, received_at: read.read_at })
  const isUnknown = shown.vehicle === null
  return (
    <tr data-unknown={isUnknown || undefined}>
      {READ_COLUMNS.map(({ name, text }) => (
        <td key={name}>
          {name === 'plate' && isUnknown ? (
            <UnknownMark read={shown} />
          ) : (
            text(shown, site.full) || LABELS.none
          )}
        </td>
      ))}
      <td>{read.id}</td>
    </tr>
  )
}
