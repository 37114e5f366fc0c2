import {
  type FocusEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { useContacts } from '../../../contacts/use-contacts.ts'
import type { KnownAgent } from '../../../live/known-agent.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { useIsPrinting } from '../../../paper/use-is-printing.ts'
import { formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'
import cards from './agent-card.module.css'
import squares from './agent-squares.module.css'
import { AgentCard } from './AgentCard.tsx'
import { useGridWindow } from './use-grid-window.ts'
import { useSquareSize } from './use-square-size.ts'
import { useTroubles } from './use-troubles.ts'

const RESTING_POINTER_MS = 3000
/** The height of squares with a second line. */
const DETAILED_REM = 6

/**
 * One agent on a wall; the style sheet draws its state. Where its name has no room it is for screen
 * readers only, in one text node: a wall can have ten thousand of them.
 */
const AgentSquare = memo(function AgentSquare(props: AgentSquareProps) {
  const { agent, isNamed, site } = props
  const { name, online } = agent
  const state = online ? TEXTS.online : TEXTS.offline
  if (!isNamed) return <span className="visually-hidden">{`${name}: ${state}`}</span>
  return (
    <>
      <span className={squares.texts}>
        <span className="clip" title={name}>
          {name}
        </span>
        {site && <Detail agent={agent} site={site} />}
      </span>
      <span className="visually-hidden">{state}</span>
    </>
  )
})

interface AgentSquareProps {
  agent: KnownAgent
  isNamed: boolean
  /** Null where there is no room for more than a name. */
  site: SiteTime | null
}

/** What is asked next: how much passed, or since when nothing does. */
function Detail({
  agent: { code, online, lastSeen },
  site,
}: {
  agent: KnownAgent
  site: SiteTime
}) {
  const { today } = useLiveLink()
  const follow = useCallback((changed: () => void) => today.subscribe(changed), [today])
  const reads = useSyncExternalStore(follow, () => today.of(code).reads)
  const isKnown = useStore(today.state, (numbers) => numbers.reads !== null)
  const since = lastSeen === null ? TEXTS.never : TEXTS.since(site.full(lastSeen))
  const count = isKnown ? TEXTS.today(formatCount(reads), reads === 1) : TEXTS.none
  return <span className={squares.detail}>{online ? count : since}</span>
}

export interface AgentGridProps {
  agents: readonly KnownAgent[]
  isStale: boolean
  /** Called while somebody points at the cards or has the focus on one. */
  onOccupied: (isOccupied: boolean) => void
}

/** The agents as cards. */
export function AgentCards({
  agents,
  isStale,
  onOccupied,
  site,
}: AgentGridProps & { site: SiteTime }) {
  const { grid, ...inView } = useGridWindow(agents.length)
  const near = useIsPrinting() ? { from: 0, until: agents.length, above: 0, below: 0 } : inView
  const handlers = useOccupied(onOccupied)
  const troubles = useTroubles()
  const contacts = useContacts()
  return (
    <ul
      ref={grid}
      className={cards.grid}
      aria-label={TEXTS.title}
      data-stale={isStale || undefined}
      data-contacts={contacts.size > 0 || undefined}
      style={{ paddingTop: near.above, paddingBottom: near.below }}
      {...handlers}
    >
      {itemsOf(agents, near, cards.item, (agent) => (
        <AgentCard
          agent={agent}
          site={site}
          trouble={troubles.get(agent.code)}
          contacts={contacts.get(agent.code)}
        />
      ))}
    </ul>
  )
}

/** The agents as squares for a wall, as large as all of them can be on it. */
export function AgentSquares({
  agents,
  isStale,
  site,
}: Omit<AgentGridProps, 'onOccupied'> & { site: SiteTime }) {
  const { grid, ...near } = useGridWindow(agents.length)
  const { today } = useLiveLink()
  const size = useSquareSize(grid, agents.length)
  const { name, columns, widthRem, heightRem, gapRem, typeRem, isNamed } = size
  const isDetailed = isNamed && heightRem >= DETAILED_REM
  useEffect(() => (isDetailed ? today.watch() : undefined), [today, isDetailed])
  return (
    <ul
      ref={grid}
      className={squares.grid}
      aria-label={TEXTS.title}
      data-stale={isStale || undefined}
      data-size={name}
      data-named={isNamed}
      style={{
        gridAutoRows: `${heightRem}rem`,
        gridTemplateColumns: `repeat(${columns}, minmax(${widthRem}rem, 1fr))`,
        gap: `${gapRem}rem`,
        fontSize: `${typeRem}rem`,
        paddingTop: near.above,
        paddingBottom: near.below,
      }}
    >
      {itemsOf(agents, near, squares.item, (agent) => (
        <AgentSquare agent={agent} isNamed={isNamed} site={isDetailed ? site : null} />
      ))}
    </ul>
  )
}

/**
 * Only items in view are in the document. An item's key is its place, not its agent: when states
 * change, only texts do.
 */
function itemsOf(
  agents: readonly KnownAgent[],
  { from, until }: { from: number; until: number },
  className: string | undefined,
  draw: (agent: KnownAgent) => ReactNode,
) {
  return agents.slice(from, until).map((agent, i) => (
    <li
      key={from + i}
      className={className}
      aria-setsize={agents.length}
      aria-posinset={from + i + 1}
      data-online={agent.online}
    >
      {draw(agent)}
    </li>
  ))
}

/**
 * Handlers for an element that report whether it is in use: by a pointer until it has rested for a
 * while, or by the focus until it leaves.
 */
function useOccupied(onOccupied: (isOccupied: boolean) => void) {
  const { clock } = useApp()
  const isFocused = useRef(false)
  const cancelRest = useRef(() => {})
  const reportFocus = () => onOccupied(isFocused.current)
  return {
    onPointerMove() {
      cancelRest.current()
      cancelRest.current = clock.after(RESTING_POINTER_MS, reportFocus)
      onOccupied(true)
    },
    onPointerLeave() {
      cancelRest.current()
      reportFocus()
    },
    onFocus() {
      isFocused.current = true
      onOccupied(true)
    },
    onBlur(event: FocusEvent) {
      isFocused.current = event.currentTarget.contains(event.relatedTarget)
      reportFocus()
    },
  }
}
