import { Box, Button } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import type { Person } from '../../../../api/auth/person.ts'
import { createSiteTime, formatCount, type SiteTime } from '../../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../../texts/reads/live-controls.ts'
import type { Deletion } from './deletion.ts'
import { DeletedReads } from './DeletedReads.tsx'
import { deletionLog, type DeletionLog } from './deletion-log.ts'

const LABELS = LIVE_CONTROLS_TEXTS.deletions

interface DeletionsPanelProps {
  storage: Storage
  person: Pick<Person, 'id' | 'name'>
  timeZone: string
}

/** What the person removed on this browser, the newest first, each with its reads on request. */
export function DeletionsPanel({ storage, person, timeZone }: DeletionsPanelProps) {
  const [site] = useState(() => createSiteTime(timeZone))
  const [log] = useState(() => deletionLog(storage, person))
  const [deletions, setDeletions] = useState<readonly Deletion[] | null>(null)
  useEffect(() => {
    let isShown = true
    void log.list().then((list) => isShown && setDeletions(list))
    return () => {
      isShown = false
    }
  }, [log])

  if (deletions === null) return <output className="empty">{LABELS.loading}</output>
  if (deletions.length === 0) return <p className="empty">{LABELS.empty}</p>
  return (
    <>
      <Box component="p" className="hint" mb="0.75rem">
        {LABELS.hint}
      </Box>
      <ol className="lines">
        {deletions.map((deletion) => (
          <DeletionItem key={deletion.id} deletion={deletion} log={log} site={site} />
        ))}
      </ol>
    </>
  )
}

interface DeletionItemProps {
  deletion: Deletion
  log: DeletionLog
  site: SiteTime
}

function DeletionItem({ deletion, log, site }: DeletionItemProps) {
  const { deletedAt, user, count, hasItems } = deletion
  const [isOpen, setOpen] = useState(false)
  const [headId, panelId] = [useId(), useId()]
  return (
    <li>
      <div className="row spread" data-gap="lines">
        <span id={headId}>
          <strong>{site.full(deletedAt)}</strong> · {LABELS.count(formatCount(count), count === 1)}{' '}
          · {user ? LABELS.by(user) : LABELS.nobody}
        </span>
        {hasItems ? (
          <Button
            variant="default"
            size="compact-md"
            aria-expanded={isOpen}
            aria-controls={panelId}
            aria-describedby={headId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? LABELS.close : LABELS.open}
          </Button>
        ) : (
          <span className="hint">{LABELS.noItems}</span>
        )}
      </div>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && <DeletedReads deletion={deletion} log={log} site={site} />}
      </div>
    </li>
  )
}
