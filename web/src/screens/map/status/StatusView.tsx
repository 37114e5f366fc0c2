import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSiteTimeZone } from '../../../api/settings/public-config.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { GateDrawing } from '../../../components/first-steps/drawings.tsx'
import { useIsWall } from '../../../components/wall/wall.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import type { KnownAgent } from '../../../live/known-agent.ts'
import { useAgentStatus } from '../../../live/use-agents.ts'
import { createSiteTime, formatCount } from '../../../site-time/site-time.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'
import { createAgentBoard } from './agent-board.ts'
import { searchAgents } from './agent-search.ts'
import { AgentCards, AgentSquares } from './AgentGrid.tsx'
import { StatusHead } from './StatusHead.tsx'
import classes from './status-view.module.css'
import { useSearchText } from './use-search-text.ts'
import { useIsOld } from './use-is-old.ts'

/** Every agent with its state, as cards, or as squares on a wall (`kiosk=1`). */
export function StatusView() {
  const app = useApp()
  const { agents } = useLiveLink()
  const { isLoading, error, loadedAt } = useAgentStatus(app)
  const [board] = useState(() => createAgentBoard(agents, app.clock))
  useEffect(() => board.start(), [board])
  const all = useStore(board.shown, (shown) => shown)

  const [text, setText] = useSearchText()
  const wanted = useDeferredValue(text)
  const found = useMemo(() => searchAgents(all, wanted), [all, wanted])
  const isOld = useIsOld(loadedAt)
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => (timeZone ? createSiteTime(timeZone) : null), [timeZone])
  const isWall = useIsWall()

  return (
    <section className={classes.view} aria-label={TEXTS.title}>
      <StatusHead
        text={text}
        onText={setText}
        found={wanted.trim() === '' ? null : found.length}
        oldSince={isOld ? loadedAt : null}
        isWall={isWall}
      />
      {isWall && <OfflineNames agents={found} />}
      {found.length > 0 && site ? (
        isWall ? (
          <AgentSquares agents={found} isStale={isOld} />
        ) : (
          <AgentCards agents={found} site={site} isStale={isOld} onOccupied={board.hold} />
        )
      ) : (
        <Nothing
          isLoading={isLoading || !site}
          hasFailed={error !== null}
          isEmpty={all.length === 0}
        />
      )}
    </section>
  )
}

/** As many as a wide line holds. */
const NAMED_MAX = 30

/** On a wall nobody points at a square to see whose it is. */
function OfflineNames({ agents }: { agents: readonly KnownAgent[] }) {
  const offline = agents.filter(({ online }) => !online)
  const names = offline.slice(0, NAMED_MAX).map(({ name }) => name)
  return (
    <p className={classes.offline}>
      {names.length > 0 && TEXTS.offlineNames(formatCount(offline.length), names.join(', '))}
    </p>
  )
}

function Nothing(props: { isLoading: boolean; hasFailed: boolean; isEmpty: boolean }) {
  if (!props.isEmpty) return <p className={classes.nothing}>{TEXTS.noMatch}</p>
  if (props.hasFailed) return <p className={classes.nothing}>{TEXTS.noAnswer}</p>
  if (props.isLoading) return <p className={classes.nothing}>{TEXTS.loading}</p>
  return (
    <div className={classes.nothing}>
      <GateDrawing />
      <p>{TEXTS.empty}</p>
      <p className={classes.hint}>{TEXTS.emptyHint}</p>
    </div>
  )
}
