import type { ReadLog } from '@vehicle-control/protocol'
import { useEffect } from 'react'
import { useLiveLink, type LiveLink } from './LiveLink.tsx'

/** Notes which tags of these stored reads were registered since. */
export function noteRegistered({ tagsNow }: LiveLink, logs: readonly ReadLog[]): void {
  const known = tagsNow.get()
  // Each refresh brings the same ones again: rows that show them are not drawn for it.
  const found = logs.flatMap(({ uid, registered_now: asset }) =>
    asset && known.get(uid)?.name !== asset.name ? [[uid, asset] as const] : [],
  )
  if (found.length > 0) tagsNow.set(new Map([...known, ...found]))
}

/** Notes it of the reads that a screen shows. */
export function useNoteRegistered(logs: readonly ReadLog[] | undefined): void {
  const link = useLiveLink()
  useEffect(() => {
    if (logs) noteRegistered(link, logs)
  }, [link, logs])
}
