import { Button } from '@mantine/core'
import { useStore } from '../browser/external-store.ts'
import { useLocation } from 'react-router-dom'
import { useLiveLink } from '../live/LiveLink.tsx'
import { SCREENS } from '../screens/table.ts'
import { TEXTS } from '../texts/app.ts'
import classes from './shell.module.css'
import { StateMark } from '../components/StateMark.tsx'

const SPOKEN_FOR = new Set(SCREENS.filter(({ saysAway }) => saysAway).map(({ path }) => path))

/** Lies over the screen's lower edge while the hub is away for long, so that nothing moves; one outage, one message. */
export function HubAway() {
  const { connection } = useLiveLink()
  const { pathname } = useLocation()
  const isLong = useStore(connection.state, (state) => state.phase === 'disconnected')
  const isAway = isLong && !SPOKEN_FOR.has(pathname)
  return (
    <output className={classes.away}>
      {isAway && (
        <div>
          <StateMark tone="bad">{TEXTS.failure.away}</StateMark>
          <Button size="xs" variant="default" onClick={() => connection.reconnect()}>
            {TEXTS.failure.retry}
          </Button>
        </div>
      )}
    </output>
  )
}
