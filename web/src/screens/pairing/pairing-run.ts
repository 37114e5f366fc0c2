import { ApiError } from '../../api/http/api-error.ts'
import type { ApiClient } from '../../api/http/client.ts'
import { beginPairing, claimPairing } from '../../api/people/own-wall.ts'
import type { Clock } from '../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../browser/external-store.ts'

const POLL_MS = 3000
const RETRY_MS = 5000

/** What the page shows. */
export interface PairingState {
  /** Null until the hub has given one. */
  readonly code: string | null
  /** Why there is nothing new; null: all is well. */
  readonly trouble: 'away' | 'busy' | null
}

/** The session that an admin has given this browser. */
export interface Paired {
  token: string
  user: unknown
  /** Path and query of what it is to show. */
  address: string
}

export interface PairingRunOptions {
  api: ApiClient
  clock: Clock
  onPaired: (paired: Paired) => void
}

/**
 * Asks for codes, one after the other as each expires, until one is taken. The secret of a code stays
 * in this page.
 */
export function createPairingRun({ api, clock, onPaired }: PairingRunOptions): {
  state: ReadableStore<PairingState>
  /** Begins; the result stops it. */
  start: () => () => void
} {
  const state = createStore<PairingState>({ code: null, trouble: null })
  let secret: string | null = null
  let isOpen = false

  /** Does the next step, and says when the one after it is due; null: there is none. */
  const step = async (): Promise<number | null> => {
    if (secret === null || !isOpen) {
      const begun = await beginPairing(api, secret)
      secret = begun.secret
      isOpen = true
      state.set({ code: begun.code, trouble: null })
      return POLL_MS
    }
    const claim = await claimPairing(api, secret)
    if (state.get().trouble !== null) state.set({ ...state.get(), trouble: null })
    isOpen = claim.state === 'waiting'
    const { token, user, address } = claim
    if (claim.state !== 'paired' || !token || !address) return isOpen ? POLL_MS : 0
    secret = null
    onPaired({ token, user, address })
    return null
  }
  const wait = (problem: unknown): number => {
    const isBusy = problem instanceof ApiError && problem.status === 429
    state.set({ ...state.get(), trouble: isBusy ? 'busy' : 'away' })
    const seconds = problem instanceof ApiError ? problem.retryAfterSeconds : null
    return Math.max(RETRY_MS, (seconds ?? 0) * 1000)
  }

  return {
    state,
    start() {
      let isOver = false
      let cancel = () => {}
      const go = () => {
        void step()
          .catch(wait)
          .then((delay) => {
            if (!isOver && delay !== null) cancel = clock.after(delay, go)
          })
      }
      go()
      return () => {
        isOver = true
        cancel()
      }
    },
  }
}
