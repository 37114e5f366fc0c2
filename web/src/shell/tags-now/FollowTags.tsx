import { useQueryClient } from '@tanstack/react-query'
import type { AssetTagEvent } from '@vehicle-control/protocol'
import { useEffect } from 'react'
import { AssetTagEvent as TagShape } from '../../api/assets/tag-shapes.ts'
import { TAGS_KEY } from '../../api/reads/tag-reports.ts'
import type { LiveEvent } from '../../live/live-events.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { noteTags } from '../../live/tags-now.ts'

/** Follows which tags get an asset, here or elsewhere: reads of before say so on the screens. */
export function FollowTags() {
  const { feed, tagsNow } = useLiveLink()
  const queries = useQueryClient()
  useEffect(
    () =>
      feed.subscribe((events) => {
        const changes = events.flatMap(changeOf)
        if (changes.length === 0) return
        // What was known of them is old: a sheet would bring back an asset that they no longer have.
        const isChanged = new Set(changes.map(({ uid }) => uid))
        void queries.resetQueries({
          queryKey: [TAGS_KEY],
          predicate: ({ queryKey: [, uid] }) => typeof uid === 'string' && isChanged.has(uid),
        })
        noteTags(tagsNow, changes)
      }),
    [feed, queries, tagsNow],
  )
  return null
}

function changeOf({ kind, event }: LiveEvent): AssetTagEvent[] {
  const change = kind === 'tag' ? TagShape.safeParse(event).data : undefined
  return change ? [change] : []
}
