import { SILENT_AFTER_MS } from '@vehicle-control/protocol/limits'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import type { PageEvents } from '../browser/page-events.ts'
import type { EventSource } from './feed.ts'

/** The part of a Socket.IO socket that the connection uses. */
export interface LiveSocket extends EventSource {
  readonly connected: boolean
  /** True while the library connects again by itself. */
  readonly active: boolean
  connect(): void
  disconnect(): void
}

/** The state that people see. */
export type ConnectionPhase = 'connected' | 'reconnecting' | 'disconnected'

/** The browser's link to the hub. */
export interface ConnectionState {
  readonly connected: boolean
  /** Changes some seconds after a loss, so that a short one is not shown; null at the start. */
  readonly phase: ConnectionPhase | null
  /** The moment at which the data stopped being live; null while connected. */
  readonly lostAt: number | null
  /** The reason of the last failed attempt. */
  readonly error: string | null
}

/** Keeps one socket connected for as long as somebody is logged in. */
export interface LiveConnection {
  readonly state: ReadableStore<ConnectionState>
  start(): void
  stop(): void
  /** Connects anew at once: with another token, or instead of waiting. */
  reconnect(): void
}

export interface LiveConnectionOptions {
  openSocket: () => Promise<LiveSocket>
  attach: (source: EventSource) => void
  clock: Clock
  page: PageEvents
  onUnauthorized: () => void
  /** The hub lets nobody in before a second factor is on. */
  onFactorDemanded: () => void
}

const NOT_YET: ConnectionState = { connected: false, phase: null, lostAt: null, error: null }
const GRACE_MS = 3000
const DISCONNECTED_AFTER_MS = 30_000
const RETRY_REFUSED_MS = 5000
/** Short: somebody whose session was ended must not see the last reads for longer. */
const RETRY_CLOSED_MS = 1000

/** Nothing happens before `start`. */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { openSocket, attach, clock, page, onUnauthorized, onFactorDemanded } = options
  const state = createStore<ConnectionState>(NOT_YET)
  let running = 0
  let isRunning = false
  let socket: LiveSocket | null = null
  const timers = new Map<string, () => void>()

  const schedule = (name: string, delayMs: number, run: () => void) => {
    timers.get(name)?.()
    timers.set(name, clock.after(delayMs, run))
  }
  const patch = (change: Partial<ConnectionState>) => state.set({ ...state.get(), ...change })

  const markConnected = () => {
    for (const cancel of timers.values()) cancel()
    state.set({ ...NOT_YET, connected: true, phase: 'connected' })
  }
  const markLost = (reason?: unknown) => {
    if (state.get().lostAt !== null) return
    // Nothing came since the last ping.
    const silentMs = reason === 'ping timeout' ? SILENT_AFTER_MS : 0
    patch({ connected: false, lostAt: clock.now() - silentMs })
    schedule('grace', GRACE_MS, () =>
      patch({ phase: page.isOnline() ? 'reconnecting' : 'disconnected' }),
    )
    schedule('disconnected', DISCONNECTED_AFTER_MS, () => patch({ phase: 'disconnected' }))
  }
  const retryLater = (afterMs: number) => schedule('retry', afterMs, () => socket?.connect())

  const listen = (opened: LiveSocket) => {
    opened.on('connect', () => {
      if (socket === opened) markConnected()
    })
    opened.on('disconnect', (reason) => {
      if (socket !== opened) return
      markLost(reason)
      // The hub closed it on purpose (a revoked session, a restart): the library does not retry
      // then.
      if (!opened.active) retryLater(RETRY_CLOSED_MS)
    })
    opened.on('connect_error', (problem) => {
      if (socket !== opened) return
      const message = wordsOf(problem)
      if (message === 'unauthorized') return onUnauthorized()
      if (message === 'second_factor_required') return onFactorDemanded()
      markLost()
      patch({ error: message })
      if (!opened.active) retryLater(RETRY_REFUSED_MS)
    })
    attach(opened)
  }

  const open = async (run: number) => {
    try {
      const opened = await openSocket()
      if (run !== running || !isRunning) return opened.disconnect()
      socket = opened
      listen(opened)
      opened.connect()
    } catch (problem) {
      if (run !== running || !isRunning) return
      patch({ error: wordsOf(problem) })
      schedule('retry', RETRY_REFUSED_MS, () => void open(run))
    }
  }

  const reconnect = () => {
    // Ends the running backoff too: connect alone would wait for it.
    socket?.disconnect()
    socket?.connect()
  }

  let stopWaking = () => {}
  return {
    state,
    reconnect,
    start() {
      if (isRunning) return
      isRunning = true
      running += 1
      markLost()
      stopWaking = page.onWake(() => {
        if (!socket?.connected) reconnect()
      })
      void open(running)
    },
    stop() {
      if (!isRunning) return
      isRunning = false
      stopWaking()
      const closing = socket
      socket = null
      closing?.disconnect()
      for (const cancel of timers.values()) cancel()
      state.set(NOT_YET)
    },
  }
}

const wordsOf = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem))
