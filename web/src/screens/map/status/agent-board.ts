import type { Clock } from '../../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../../browser/external-store.ts'
import type { AgentDirectory } from '../../../live/agent-directory.ts'
import type { KnownAgent } from '../../../live/known-agent.ts'
import { createAgentOrder, keepPlaces } from './agent-order.ts'

/** The agents as the view shows them: put in order at most once a second. */
export interface AgentBoard {
  readonly shown: ReadableStore<readonly KnownAgent[]>
  /** While the cards are in use none of them changes its place; their texts still do. */
  readonly hold: (isHeld: boolean) => void
  /** Follows the directory until the function that it returns is called. */
  start(): () => void
}

const REST_MS = 1000

/** Shows what the directory has, and nothing new before `start`. */
export function createAgentBoard(agents: AgentDirectory, clock: Clock): AgentBoard {
  const order = createAgentOrder()
  const shown = createStore(order(agents.list()))
  let isHeld = false
  let isDirty = false
  let cancelRest: (() => void) | null = null

  const show = () => {
    if (cancelRest) {
      isDirty = true
      return
    }
    isDirty = false
    const list = agents.list()
    shown.set(isHeld ? keepPlaces(shown.get(), list) : order(list))
    // An empty list does not start the rest: the first agents are shown at once.
    if (list.length === 0) return
    cancelRest = clock.after(REST_MS, () => {
      cancelRest = null
      if (isDirty) show()
    })
  }

  return {
    shown,
    hold(next) {
      if (next === isHeld) return
      isHeld = next
      if (!isHeld) show()
    },
    start() {
      show()
      const stop = agents.subscribe(show)
      return () => {
        stop()
        cancelRest?.()
        cancelRest = null
      }
    },
  }
}
