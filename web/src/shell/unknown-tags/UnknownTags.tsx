import type { ScanEvent } from '@vehicle-control/protocol'
import { useEffect, useState } from 'react'
import { useApp } from '../../app-parts.ts'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { unknownTagsOf } from '../../live/later-events.ts'
import { createUnknownTagSlot } from './unknown-tag-slot.ts'
import { UnknownTagNotice } from './UnknownTagNotice.tsx'

interface UnknownTagsProps {
  /** The reads that came before this was loaded. */
  first: readonly ScanEvent[]
  /** While true no notice is shown, and no tag counts as announced. */
  isQuiet: boolean
}

/** Shows notices of tags that no asset has. */
export function UnknownTags({ first, isQuiet }: UnknownTagsProps) {
  const { clock } = useApp()
  const { feed, tagsNow } = useLiveLink()
  const dialogs = useDialogs()
  const [slot] = useState(() => {
    const isWanted = () => dialogs.state.get().choice === 'all'
    return createUnknownTagSlot({ clock, isWanted })
  })
  useEffect(() => {
    if (isQuiet) return slot.close()
    slot.show(first)
    return feed.subscribe((events) => slot.show(unknownTagsOf(events)))
  }, [slot, feed, first, isQuiet])
  useEffect(
    () =>
      tagsNow.subscribe(() => {
        const tag = slot.state.get()?.tag
        if (tag !== undefined && tagsNow.get().has(tag)) slot.close()
      }),
    [slot, tagsNow],
  )
  return <UnknownTagNotice slot={slot} />
}
