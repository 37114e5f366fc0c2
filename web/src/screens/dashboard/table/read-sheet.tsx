import type { ReadLog } from '@vehicle-control/protocol'
import type { Panel } from '../../../dialogs/dialogs.ts'
import { createDurations } from '../../../relays/durations.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { READ_SHEET_TEXTS } from '../../../texts/reads/read-sheet.ts'

/**
 * The sheet of a stored read. A chunk between the table and what is in it: the table's own would
 * name all of those.
 */
export async function storedSheet(log: ReadLog, site: SiteClock): Promise<Panel> {
  const { StoredSheet } = await import('./StoredSheet.tsx')
  const durations = createDurations()
  return {
    title: READ_SHEET_TEXTS.titleOfStored,
    isSheet: true,
    content: (close) => <StoredSheet log={log} site={site} durations={durations} onLeave={close} />,
  }
}
