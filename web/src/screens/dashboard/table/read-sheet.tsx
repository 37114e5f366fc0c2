import { Button } from '@mantine/core'
import type { ReadLog } from '@vehicle-control/protocol'
import { Link } from 'react-router-dom'
import { useStore } from '../../../browser/external-store.ts'
import { useIsOperated } from '../../../components/wall/use-is-operated.ts'
import type { Panel } from '../../../dialogs/dialogs.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { scanOfLog } from '../../../live/read-list.ts'
import { ReadSheet } from '../../../reads/ReadSheet.tsx'
import { UnknownTag } from '../../../reads/unknown-tag/UnknownTag.tsx'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { READ_SHEET_TEXTS as TEXTS } from '../../../texts/reads/read-sheet.ts'
import { useDrill } from '../drill/use-drill.ts'

/** The sheet of a stored read, with links to the other reads of its plate and tag. */
export function storedSheet(log: ReadLog, site: SiteClock): Panel {
  return {
    title: TEXTS.titleOfStored,
    isSheet: true,
    content: (close) => <StoredSheet log={log} site={site} onLeave={close} />,
  }
}

interface StoredSheetProps {
  log: ReadLog
  site: SiteClock
  onLeave: () => void
}

function StoredSheet({ log, site, onLeave }: StoredSheetProps) {
  const linkTo = useDrill()
  const { plate, uid } = log
  const read = scanOfLog(log)
  const now = useStore(useLiveLink().tagsNow, (tags) => tags.get(uid))
  const isUnknown = read.vehicle === null && !read.retired_from && !now
  const isOperated = useIsOperated()
  return (
    <ReadSheet
      read={read}
      log={log}
      site={site}
      first={isUnknown && isOperated && <UnknownTag read={read} site={site} />}
    >
      {plate && (
        <Button component={Link} {...linkTo({ plate })} variant="default" onClick={onLeave}>
          {TEXTS.onlyPlate}
        </Button>
      )}
      <Button component={Link} {...linkTo({ tag: uid })} variant="default" onClick={onLeave}>
        {TEXTS.onlyTag}
      </Button>
    </ReadSheet>
  )
}
