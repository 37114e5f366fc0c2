import type { ReadLog } from '@vehicle-control/protocol'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import type { SiteClock } from '../../../site-time/site-clock.ts'

/** Opens all that is known of a read; what draws it is loaded with the first. */
export function useReadSheet(site: SiteClock): (read: ReadLog) => void {
  const dialogs = useDialogs()
  return (read) => {
    import('./read-sheet.tsx').then(
      ({ readSheet }) => dialogs.open(readSheet(read, site)),
      (problem: unknown) => {
        // The row says the most of it.
        // oxlint-disable-next-line no-console
        console.error(problem)
      },
    )
  }
}
