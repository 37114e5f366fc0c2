import { setTimeout as wait } from 'node:timers/promises'
import type { AuditChain } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Store } from '../store/open-store.ts'
import { type ChainResult, verifyAuditChain } from '../store/people/verify-audit.ts'
import type { HeadLog } from './head-log.ts'

/** Five million rows take minutes, page by page. */
const FOLLOWED_AGAIN_AFTER_MS = 10 * 60_000
/** The hashes are made on the hub's own thread: a quarter of it at most. */
const PAUSE_FACTOR = 3

export interface ChainCheckOptions {
  store: Pick<Store, 'searches' | 'key'>
  log: Logger
  headLog: Pick<HeadLog, 'hasLostRows'>
  now?: () => number
}

/** Follows the chain of the audit log for whoever looks at it: once for all of them, and not often. */
export class ChainCheck {
  readonly #options: ChainCheckOptions
  #result: ChainResult | null = null
  #checkedAt = 0
  /** Also of a look that failed: who asks again soon begins no other. */
  #triedAt: number | null = null
  #running: Promise<void> | null = null

  constructor(options: ChainCheckOptions) {
    this.#options = options
  }

  /** What is known now; begins to follow the chain where that is older than ten minutes. */
  state(): AuditChain {
    const { now = Date.now, headLog } = this.#options
    const isOld = this.#triedAt === null || now() - this.#triedAt >= FOLLOWED_AGAIN_AFTER_MS
    if (isOld) this.#running ??= this.#follow()
    const checking = this.#running !== null
    if (this.#result === null) {
      return { state: 'unknown', rows: 0, row: null, checked_at: null, checking }
    }
    const checked_at = new Date(this.#checkedAt).toISOString()
    const found = stateOf(this.#result)
    const state = headLog.hasLostRows && found.state !== 'broken' ? 'cut' : found.state
    return { ...found, state, checked_at, checking }
  }

  /** Resolves when nothing is followed any more. */
  async settled(): Promise<void> {
    await this.#running
  }

  async #follow(): Promise<void> {
    const { store, log, now = Date.now } = this.#options
    try {
      this.#result = await verifyAuditChain(store.searches, {
        keys: [store.key],
        pause: (tookMs) => wait(tookMs * PAUSE_FACTOR, undefined, { ref: false }),
      })
      this.#checkedAt = now()
    } catch (error) {
      log.warn({ err: error }, 'the chain of the audit log cannot be followed')
    } finally {
      this.#triedAt = now()
      this.#running = null
    }
  }
}

function stateOf(result: ChainResult): Pick<AuditChain, 'state' | 'rows' | 'row'> {
  if (result.ok) return { state: 'whole', rows: result.rows, row: null }
  switch (result.why) {
    case 'broken':
      return { state: 'broken', rows: 0, row: result.brokenAt.id }
    case 'unproven':
      return { state: 'unproven', rows: result.rows, row: result.unproven[0]?.from ?? null }
    case 'keyless':
      return { state: 'keyless', rows: result.rows, row: null }
    case 'shorter':
    case 'other':
      return { state: 'cut', rows: result.rows, row: null }
  }
}
