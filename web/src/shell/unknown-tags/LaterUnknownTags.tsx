import type { ScanEvent } from '@vehicle-control/protocol'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { mayEdit } from '../../api/auth/person.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { LaterPart } from '../../components/LaterPart.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { unknownTagsOf } from '../../live/later-events.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'

const UnknownTags = lazyPart(async () => (await import('./UnknownTags.tsx')).UnknownTags)

/**
 * Without notices: in the administration somebody may be filling in a form, and live rows have the
 * same link themselves.
 */
const QUIET_PATHS = ['/admin', '/live-rfid']

/** Notifies of unknown tags those who can register them; loaded with the first one. */
export function LaterUnknownTags() {
  const isEditor = useStore(useApp().session.state, mayEdit)
  return isEditor && <Loaded />
}

function Loaded() {
  const { feed } = useLiveLink()
  const { pathname } = useLocation()
  const [first, setFirst] = useState<readonly ScanEvent[] | null>(null)
  const isQuiet = QUIET_PATHS.includes(pathname)
  const isListening = first === null && !isQuiet
  useEffect(() => {
    if (!isListening) return
    return feed.subscribe((events) => {
      const found = unknownTagsOf(events)
      if (found.length > 0) setFirst(found)
    })
  }, [feed, isListening])
  return (
    first && (
      <LaterPart>
        <UnknownTags first={first} isQuiet={isQuiet} />
      </LaterPart>
    )
  )
}
