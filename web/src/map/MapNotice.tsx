import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataAge } from '../components/DataAge.tsx'
import type { AgentsFetch } from '../live/use-agents.ts'
import { useFreshness } from '../live/use-freshness.ts'
import { MAP_TEXTS } from '../texts/map.ts'

interface MapNoticeProps {
  fetched: AgentsFetch
  /** The message for a failure that has none of its own. */
  failed: string
  /** Shown where nothing is wrong. */
  children?: ReactNode
}

/** One line of reserved height: why the agents are not there, or since when they are old. */
export function MapNotice({ fetched, failed, children }: MapNoticeProps) {
  const { error, loadedAt, refetch } = fetched
  const { isStale, since } = useFreshness(loadedAt)
  // One outage, one message.
  const isOld = isStale && loadedAt > 0
  return (
    // Always takes its room, so that a failure moves nothing.
    <Box className="row" data-gap="lines" mih="1.875rem" fz="0.9375rem">
      {error && !isOld && (
        <span role="alert" className="row bad strong" data-gap="lines">
          {error.message || failed}
          <Button size="compact-sm" variant="default" onClick={refetch}>
            {MAP_TEXTS.retry}
          </Button>
        </span>
      )}
      {isOld && since !== null && <DataAge tone="bad" since={since} />}
      {children}
    </Box>
  )
}
