import { useEffect } from 'react'
import { useApp } from '../../app-parts.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { followDecisions } from './follow-decisions.ts'

/** Follows what gates decide: rows, sheets and toasts show it. */
export function FollowDecisions() {
  const { clock } = useApp()
  const link = useLiveLink()
  useEffect(() => followDecisions(link, clock), [link, clock])
  return null
}
