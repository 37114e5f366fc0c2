import { type FocusEvent, memo, type ReactNode, useRef } from 'react'
import { useApp } from '../../../app-parts.ts'
import type { KnownAgent } from '../../../live/known-agent.ts'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'
import cards from './agent-card.module.css'
import squares from './agent-squares.module.css'
import { AgentCard } from './AgentCard.tsx'
import { useGridWindow } from './use-grid-window.ts'
import { useSquareSize } from './use-square-size.ts'
import { useTroubles } from './use-troubles.ts'

const RESTING_POINTER_MS = 3000

/**
 * One agent on a wall; the style sheet draws its state. Where its name has no room it is for screen
 * readers only, in one text node: a wall can have ten thousand of them.
 */
const AgentSquare = memo(function AgentSquare(props: { agent: KnownAgent; isNamed: boolean }) {
  const { name, online } = props.agent
  const state = online ? TEXTS.online : TEXTS.offline
  if (!props.isNamed) return <span className="visually-hidden">{`${name}: ${state}`}</span>
  return (
    <>
      <span className="clip" title={name}>
        {name}
      </span>
      <span className="visually-hidden">{state}</span>
    </>
  )
})

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
  const { grid, ...near } = useGridWindow(agents.length)
  const handlers = useOccupied(onOccupied)
  const troubles = useTroubles()
  return (
    <ul
      ref={grid}
      className={cards.grid}
      aria-label={TEXTS.title}
      data-stale={isStale || undefined}
      style={{ paddingTop: near.above, paddingBottom: near.below }}
      {...handlers}
    >
      {itemsOf(agents, near, cards.item, (agent) => (
        <AgentCard agent={agent} site={site} trouble={troubles.get(agent.code)} />
      ))}
    </ul>
  )
}

/** The agents as squares for a wall, as large as all of them can be on it. */
export function AgentSquares({ agents, isStale }: Omit<AgentGridProps, 'onOccupied'>) {
  const { grid, ...near } = useGridWindow(agents.length)
  const size = useSquareSize(grid, agents.length)
  const { name, columns, widthRem, heightRem, gapRem, typeRem, isNamed } = size
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
        <AgentSquare agent={agent} isNamed={isNamed} />
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
