import type { AssetTagEvent } from '@vehicle-control/protocol'
import { useEffect } from 'react'
import { AssetTagEvent as TagShape } from '../../api/assets/tag-shapes.ts'
import type { LiveEvent } from '../../live/live-events.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import type { TagsNow } from '../../live/tags-now.ts'

/** Far more than anybody registers while a page is open. */
const REMEMBERED = 1000

/** Follows which tags get an asset, here or elsewhere: reads of before say so on the screens. */
export function FollowTags() {
  const { feed, tagsNow } = useLiveLink()
  useEffect(
    () =>
      feed.subscribe((events) => {
        const changes = events.flatMap(changeOf)
        if (changes.length > 0) tagsNow.set(withChanges(tagsNow.get(), changes))
      }),
    [feed, tagsNow],
  )
  return null
}

function changeOf({ kind, event }: LiveEvent): AssetTagEvent[] {
  const change = kind === 'tag' ? TagShape.safeParse(event).data : undefined
  return change ? [change] : []
}

function withChanges(tags: TagsNow, changes: readonly AssetTagEvent[]): TagsNow {
  const next = new Map(tags)
  for (const { uid, asset } of changes) {
    // The newest last: the oldest are forgotten first.
    next.delete(uid)
    if (asset) next.set(uid, asset)
  }
  for (const uid of next.keys()) {
    if (next.size <= REMEMBERED) break
    next.delete(uid)
  }
  return next
}
