import { Button } from '@mantine/core'
import type { ReadLog } from '@vehicle-control/protocol'
import { Link } from 'react-router-dom'
import { useIsOperated } from '../../../components/wall/use-is-operated.ts'
import { scanOfLog } from '../../../live/read-list.ts'
import { ReadLinks, UnknownFirst } from '../../../reads/ReadActs.tsx'
import { ReadSheet } from '../../../reads/ReadSheet.tsx'
import type { Durations } from '../../../relays/durations.ts'
import { GateRelays } from '../../../relays/GateRelays.tsx'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { READ_SHEET_TEXTS as TEXTS } from '../../../texts/reads/read-sheet.ts'
import { useDrill } from '../drill/use-drill.ts'

interface StoredSheetProps {
  log: ReadLog
  site: SiteClock
  durations: Durations
  onLeave: () => void
}

/**
 * All that is known of a stored read, with what the live screen's sheet offers, and links to the other
 * reads of its plate and tag.
 */
export function StoredSheet({ log, site, durations, onLeave }: StoredSheetProps) {
  const linkTo = useDrill()
  const { plate, uid } = log
  const read = scanOfLog(log)
  const isOperated = useIsOperated()
  return (
    <>
      <ReadSheet
        read={read}
        log={log}
        site={site}
        first={<UnknownFirst read={read} site={site} onLeave={onLeave} />}
      >
        <ReadLinks read={read} onLeave={onLeave} />
        {plate && (
          <Button component={Link} {...linkTo({ plate })} variant="default" onClick={onLeave}>
            {TEXTS.onlyPlate}
          </Button>
        )}
        <Button component={Link} {...linkTo({ tag: uid })} variant="default" onClick={onLeave}>
          {TEXTS.onlyTag}
        </Button>
      </ReadSheet>
      {isOperated && <GateRelays gate={read.agent} durations={durations} />}
    </>
  )
}
