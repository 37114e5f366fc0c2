import { Button } from '@mantine/core'
import { useStore } from '../browser/external-store.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { TEXTS } from '../texts/app.ts'
import classes from './shell.module.css'
import { StateMark } from '../components/StateMark.tsx'

/** Lies over the screen's lower edge while the hub is away for long, so that nothing moves. */
export function HubAway() {
  const { connection } = useLiveLink()
  const isAway = useStore(connection.state, (state) => state.phase === 'disconnected')
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
