import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import { SESSION_HOURS } from '../../config/security-variables.ts'
import type { Session } from '../../store/auth/sessions.ts'
import {
  endIdleSessions,
  findIdleSessions,
  clampFutureUse,
  noteSessionUse,
} from '../../store/auth/session-use.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { inTransaction, withLockOfAllHubs } from '../../store/transaction.ts'

const MINUTE_MS = 60_000
const SWEEP_EVERY_MS = 30_000
const WRITE_EVERY_MS = MINUTE_MS
/** How far apart the clocks of hubs may be. */
const CLOCKS_APART_MS = 30_000
/** The longest idle time that a browser may report: no session of a person lasts longer. */
const LONGEST_IDLE_S = SESSION_HOURS * 3600

export interface SessionUseOptions {
  db: Db
  bus: Bus
  log: Logger
  /** Minutes without use after which a person's session ends; 0: it does not end by that. */
  idleMinutes: number
  /** Other hubs may have noted a use that is not in the database yet. */
  others: boolean
  now?: () => number
  /** Milliseconds that only go forward. */
  monotonic?: () => number
}

/**
 * When sessions were last used, by what browsers report of the person at them. Written once a
 * minute, all in one statement; with a limit, sessions that are idle for so long end, except a wall
 * screen's.
 */
export class SessionUse {
  readonly #options: Required<SessionUseOptions>
  readonly #limitMs: number
  readonly #unwritten = new Map<number, number>()
  #writtenAt: number
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> | undefined
  #failing = false
  /**
   * Uses in the database may lie in the future: the clock was set back, or may have been at start.
   */
  #isSetBack = true
  /** By how much the wall clock was last ahead of the monotonic one, in milliseconds. */
  #ahead: number
  /**
   * In monotonic time: after the clock was set forward, a missing use ends no session until then.
   */
  #unsureUntil = 0

  constructor(options: SessionUseOptions) {
    this.#options = { now: Date.now, monotonic: () => performance.now(), ...options }
    const { idleMinutes, others, now, monotonic } = this.#options
    const late = others ? WRITE_EVERY_MS + CLOCKS_APART_MS : 0
    this.#limitMs = idleMinutes === 0 ? Infinity : idleMinutes * MINUTE_MS + late
    this.#writtenAt = monotonic()
    this.#ahead = now() - monotonic()
  }

  /** Writes and sweeps now, and from now on; resolves after the first time. */
  async start(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#tick(), SWEEP_EVERY_MS).unref()
    await this.#tick()
  }

  /** Writes what is not written yet. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#sweeping
    await this.#write().catch((error: unknown) => this.#warnOnce(error))
  }

  /** The newest use that is known here and may not be in the database; null: none. */
  lastUse(sessionId: number): number | null {
    return this.#unwritten.get(sessionId) ?? null
  }

  /**
   * Notes a request of a session. `idle` is its header: seconds since the person last touched the
   * browser; anything else counts as 0. False: the session was not used for too long, and has
   * ended.
   */
  async note(session: Session, idle: string | undefined): Promise<boolean> {
    if (session.kiosk) return true
    const now = this.#options.now()
    const used = now - idleMs(idle)
    const known = Math.max(session.lastUsedAt, this.lastUse(session.id) ?? 0)
    const before = now - this.#limitMs
    if (known <= before && (used <= before || this.#isSure(now))) {
      return (await this.#end([session.id], now)) === 0
    }
    if (used > known || known > now) this.#unwritten.set(session.id, used)
    return true
  }

  /** Writes what is due, and ends what was not used for too long. */
  async sweep(): Promise<void> {
    const { db, now, monotonic } = this.#options
    if (monotonic() - this.#writtenAt >= WRITE_EVERY_MS) await this.#write()
    if (this.#limitMs === Infinity) return
    const at = now()
    const isSure = this.#isSure(at)
    if (this.#isSetBack) {
      await inTransaction(db, (trx) => clampFutureUse(trx, at + CLOCKS_APART_MS, at))
      this.#isSetBack = false
    }
    if (!isSure) return
    const idle = await findIdleSessions(db, { before: at - this.#limitMs, now: at })
    const ids = idle.filter((id) => (this.lastUse(id) ?? 0) <= at - this.#limitMs)
    if (ids.length > 0) await this.#end(ids, at)
  }

  /** False for a while after the clock was set forward: then every session seems to be idle. */
  #isSure(now: number): boolean {
    const at = this.#options.monotonic()
    const ahead = now - at
    if (ahead - this.#ahead > CLOCKS_APART_MS) this.#unsureUntil = at + this.#limitMs
    if (this.#ahead - ahead > CLOCKS_APART_MS) this.#isSetBack = true
    this.#ahead = ahead
    return at >= this.#unsureUntil
  }

  async #end(ids: readonly number[], now: number): Promise<number> {
    const { db, bus, log } = this.#options
    const ended = await withLockOfAllHubs(db, async (trx) => {
      const rows = await endIdleSessions(trx, ids, { before: now - this.#limitMs, now })
      const entry = { at: now, actor: 'hub', action: 'session.idle', address: null }
      await appendAudit(
        trx,
        ...rows.map(({ id, email }) => ({ ...entry, target: email, detail: { session: id } })),
      )
      return rows.map((row) => row.id)
    })
    if (ended.length === 0) return 0
    for (const id of ended) this.#unwritten.delete(id)
    log.info({ sessions: ended.length }, 'ended sessions that nobody used')
    bus.broadcast('sessionsRevoked', ended)
    return ended.length
  }

  async #write(): Promise<void> {
    const { db, now, monotonic } = this.#options
    const uses = new Map(this.#unwritten)
    if (uses.size > 0) await inTransaction(db, (trx) => noteSessionUse(trx, uses, now()))
    this.#writtenAt = monotonic()
    for (const [id, used] of uses) {
      if (this.#unwritten.get(id) === used) this.#unwritten.delete(id)
    }
  }

  #tick(): Promise<void> {
    this.#sweeping ??= this.sweep()
      .then(() => void (this.#failing = false))
      .catch((error: unknown) => this.#warnOnce(error))
      .finally(() => void (this.#sweeping = undefined))
    return this.#sweeping
  }

  #warnOnce(error: unknown): void {
    if (!this.#failing)
      this.#options.log.warn({ err: error }, 'the use of sessions cannot be noted')
    this.#failing = true
  }
}

function idleMs(text: string | undefined): number {
  const seconds = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0
  return Math.min(seconds, LONGEST_IDLE_S) * 1000
}
