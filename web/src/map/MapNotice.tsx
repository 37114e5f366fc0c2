import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { StateMark } from '../components/StateMark.tsx'
import { useLiveLink } from '../live/LiveLink.tsx'
import type { AgentsFetch } from '../live/use-agents.ts'
import { formatAge } from '../site-time/site-time.ts'
import { MAP_TEXTS } from '../texts/map.ts'
import classes from './map-notice.module.css'

interface MapNoticeProps {
  fetched: AgentsFetch
  /** Said of a failure that has no words of its own. */
  failed: string
  /** Said where nothing is wrong. */
  children?: ReactNode
}

/** The map shows how it was some time ago; a loss of a few seconds does not count. */
export function useIsStale(): boolean {
  return useStore(
    useLiveLink().connection.state,
    ({ phase }) => phase === 'reconnecting' || phase === 'disconnected',
  )
}

/** One line of reserved height: why the agents are not there, or since when they are old. */
export function MapNotice({ fetched, failed, children }: MapNoticeProps) {
  const lostAt = useStore(useLiveLink().connection.state, (state) => state.lostAt)
  const isStale = useIsStale()
  const { error, loadedAt, refetch } = fetched
  // One outage, one message.
  const isOld = isStale && lostAt !== null && loadedAt > 0
  return (
    <div className={classes.notice}>
      {error && !isOld && (
        <span role="alert" className={classes.problem}>
          {error.message || failed}
          <Button size="compact-sm" variant="default" onClick={refetch}>
            {MAP_TEXTS.retry}
          </Button>
        </span>
      )}
      {isOld && (
        <StateMark tone="bad">
          <Age since={Math.max(lostAt, loadedAt)} />
        </StateMark>
      )}
      {children}
    </div>
  )
}

function Age({ since }: { since: number }) {
  const { clock } = useApp()
  const [age, setAge] = useState(() => clock.now() - since)
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      setAge(clock.now() - since)
      cancel = clock.after(1000, tick)
    }
    tick()
    return () => cancel()
  }, [clock, since])
  return <span className={classes.age}>{MAP_TEXTS.stale(formatAge(age))}</span>
}
