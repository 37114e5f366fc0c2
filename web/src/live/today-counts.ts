import type { ScanEvent, SuppressedEvent, TodayResponse } from '@vehicle-control/protocol'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'

/** The site's numbers of today; null until the hub sent them. */
export interface TodayNumbers {
  /** YYYY-MM-DD of the site; empty until the hub sent it. */
  readonly day: string
  readonly reads: number | null
  readonly suppressed: number | null
}

/** One agent's numbers of today. */
export interface AgentNumbers {
  readonly reads: number
  readonly suppressed: number
}

/**
 * The hub's numbers of today, plus the events that they do not hold yet: never only what this
 * browser happened to receive.
 */
export interface TodayCounts {
  readonly state: ReadableStore<TodayNumbers>
  /** False from a `refresh`, and from the first `watch`, until an answer that is newer. */
  isOfNow(): boolean
  /** Zeros for an agent without any. */
  of(code: string): AgentNumbers
  /** The agents that have any, by their codes. */
  all(): ReadonlyMap<string, AgentNumbers>
  /** Notifies of the codes whose numbers changed. */
  subscribe(listener: (changed: ReadonlySet<string>) => void): () => void
  /** Keeps the numbers fetched until the function that it returns is called. */
  watch(): () => void
  /** Fetches anew, where somebody watches: after a loss, or for a number that must be of now. */
  refresh(): void
  takeReads(reads: readonly ScanEvent[]): void
  takeSuppressed(events: readonly SuppressedEvent[]): void
}

export interface TodayCountsOptions {
  fetchToday: (signal: AbortSignal) => Promise<TodayResponse>
  clock: Clock
  serverNow: () => number
}

/** What an event adds to the counts. */
interface Counted {
  readonly code: string
  readonly at: number
  readonly reads: number
  readonly suppressed: number
}

const REFRESH_MS = 60_000
const RETRY_MS = 5000
/** The hub's day may end a moment after this browser thinks so. */
const AFTER_MIDNIGHT_MS = 1000
/** Events of half a minute at 500 a second; older ones have long been stored. */
const REMEMBERED_EVENTS = 20_000
const NONE: AgentNumbers = { reads: 0, suppressed: 0 }
const NOT_LOADED: TodayNumbers = { day: '', reads: null, suppressed: null }

/** Fetches nothing before `watch`. */
export function createTodayCounts(options: TodayCountsOptions): TodayCounts {
  const { fetchToday, clock, serverNow } = options
  const state = createStore(NOT_LOADED)
  const listeners = new Set<(changed: ReadonlySet<string>) => void>()
  /** Events that the last answer does not hold, by id, oldest first. */
  const eventsSince = new Map<string, Counted>()
  let agents = new Map<string, AgentNumbers>()
  let span = { from: 0, until: 0 }
  /**
   * The watermark of each epoch in the last answer: an event can come after an answer that holds
   * it.
   */
  let through: ReadonlyMap<string, number> = new Map()
  let watchers = 0
  let cancelNext = () => {}
  let abort: AbortController | null = null
  let isAskedAgain = false
  let isOfNow = false

  const notify = (changed: ReadonlySet<string>) => {
    if (changed.size > 0) for (const listener of listeners) listener(changed)
  }
  const add = (events: Iterable<Counted>, changed: Set<string>) => {
    const { day, reads, suppressed } = state.get()
    if (reads === null || suppressed === null) return
    const sum = { day, reads, suppressed }
    for (const event of events) {
      if (event.at < span.from || event.at >= span.until) continue
      const before = agents.get(event.code) ?? NONE
      agents.set(event.code, {
        reads: before.reads + event.reads,
        suppressed: before.suppressed + event.suppressed,
      })
      sum.reads += event.reads
      sum.suppressed += event.suppressed
      changed.add(event.code)
    }
    if (changed.size > 0) state.set(sum)
  }
  const take = (id: string, event: Counted): Counted[] => {
    if (eventsSince.has(id) || isHeld(id, through)) return []
    eventsSince.set(id, event)
    if (eventsSince.size > REMEMBERED_EVENTS) {
      const [oldest] = eventsSince.keys()
      if (oldest !== undefined) eventsSince.delete(oldest)
    }
    return [event]
  }
  const takeAll = (events: readonly Counted[]) => {
    const changed = new Set<string>()
    add(events, changed)
    notify(changed)
  }
  const takeAnswer = ({ day, reads, suppressed, ...answer }: TodayResponse) => {
    span = { from: Date.parse(answer.from), until: Date.parse(answer.until) }
    through = new Map(answer.through.map(({ epoch, seq }) => [epoch, seq]))
    for (const [id, { at }] of eventsSince) {
      if (at < span.from || isHeld(id, through)) eventsSince.delete(id)
    }
    const before = agents
    agents = new Map(answer.agents.map(({ code, ...numbers }) => [code, numbers]))
    state.set({ day, reads, suppressed })
    add(eventsSince.values(), new Set())
    const codes = [...before.keys(), ...agents.keys()]
    notify(new Set(codes.filter((code) => !isSame(before.get(code), agents.get(code)))))
  }
  const schedule = (delayMs: number) => {
    cancelNext()
    cancelNext = clock.after(delayMs, () => void refresh())
  }
  const refresh = async () => {
    if (watchers === 0) return
    if (abort) {
      // The answer under way may be older than what the caller wants to have in it.
      isAskedAgain = true
      return
    }
    cancelNext()
    const run = new AbortController()
    abort = run
    try {
      const answer = await fetchToday(run.signal)
      if (run.signal.aborted) return
      isOfNow = !isAskedAgain
      takeAnswer(answer)
      schedule(Math.min(REFRESH_MS, Math.max(AFTER_MIDNIGHT_MS, span.until - serverNow())))
    } catch {
      // The numbers stay until the hub answers; another part of the page says that it is away.
      if (!run.signal.aborted) schedule(RETRY_MS)
    } finally {
      if (abort === run) abort = null
    }
    if (isAskedAgain && !run.signal.aborted) {
      isAskedAgain = false
      await refresh()
    }
  }
  const refreshAll = () => {
    isOfNow = false
    void refresh()
  }

  return {
    state,
    isOfNow: () => isOfNow,
    of: (code) => agents.get(code) ?? NONE,
    all: () => agents,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch() {
      watchers += 1
      if (watchers === 1) refreshAll()
      let isWatching = true
      return () => {
        if (!isWatching) return
        isWatching = false
        watchers -= 1
        if (watchers > 0) return
        cancelNext()
        abort?.abort()
        abort = null
        isAskedAgain = false
      }
    },
    refresh: refreshAll,
    takeReads: (reads) =>
      takeAll(
        reads.flatMap(({ id, ts, agent }) =>
          take(id, { code: agent.code, at: Date.parse(ts), reads: 1, suppressed: 0 }),
        ),
      ),
    takeSuppressed: (events) =>
      takeAll(
        events.flatMap(({ id, ts, agent, count }) =>
          take(id, { code: agent.code, at: Date.parse(ts), reads: 0, suppressed: count }),
        ),
      ),
  }
}

/**
 * True where the answer holds the event. Its id is `<epoch>-<seq>`; any other id is in no answer.
 */
function isHeld(id: string, through: ReadonlyMap<string, number>): boolean {
  const dash = id.lastIndexOf('-')
  const watermark = through.get(id.slice(0, dash))
  return watermark !== undefined && Number(id.slice(dash + 1)) <= watermark
}

function isSame(a: AgentNumbers = NONE, b: AgentNumbers = NONE): boolean {
  return a.reads === b.reads && a.suppressed === b.suppressed
}
