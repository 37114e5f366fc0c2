import type { AckEvent } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Replicas } from '../cluster/replicas.ts'
import type { ReportedResult } from '../entries/command-result.ts'
import { listReplicas } from '../store/cluster/replicas.ts'
import {
  closeAbandoned,
  type ClosedCommand,
  markTimeout,
  type NewCommand,
  relayOf,
} from '../store/commands/relay-commands.ts'
import type { Db } from '../store/database.ts'
import type { CommandMetrics } from './command-metrics.ts'
import { inTransaction } from '../store/transaction.ts'

/** A command without a result times out this long after its deadline. */
const RESULT_GRACE_MS = 2000
/** Commands whose timeout was announced, for the result that may still come. */
const TIMEOUTS_REMEMBERED = 1000

export interface CommandTimeoutsOptions {
  db: Db
  bus: Bus
  log: Logger
  replicas: Replicas
  now?: () => number
  /** Runs `run` once after `ms`; the function that it returns cancels that. */
  after?: (ms: number, run: () => void) => () => void
  /** Absent: nothing is counted. */
  metrics?: CommandMetrics
}

/**
 * Ends commands that get no result in time, and emits what became of each as `outcomes`, for
 * browsers: results that agents report (`acks`), late ones marked, and timeouts, this hub's and
 * others'.
 */
export class CommandTimeouts {
  readonly #options: CommandTimeoutsOptions
  readonly #now: () => number
  readonly #after: (ms: number, run: () => void) => () => void
  /** Cancels the timeout of a command that waits for its result, by agent code and id. */
  readonly #waiting = new Map<string, () => void>()
  readonly #timedOut = new Set<string>()
  #isStopped = false
  readonly #onAnswers = (answers: readonly ReportedResult[]) => {
    this.#options.bus.emit(
      'outcomes',
      answers.map((answer) => this.#answered(answer)),
    )
  }
  readonly #onTimeouts = (acks: AckEvent[]) => {
    for (const { agent, id } of acks) this.#remember(`${agent.code} ${id}`)
    this.#options.bus.emit('outcomes', acks)
  }

  constructor(options: CommandTimeoutsOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#after = options.after ?? afterTimeout
  }

  start(): void {
    const { bus } = this.#options
    this.#isStopped = false
    bus.on('acks', this.#onAnswers)
    bus.on('timeouts', this.#onTimeouts)
  }

  stop(): void {
    this.#isStopped = true
    this.#options.bus.off('acks', this.#onAnswers)
    this.#options.bus.off('timeouts', this.#onTimeouts)
    for (const cancel of this.#waiting.values()) cancel()
    this.#waiting.clear()
  }

  /** Waits for the result of a stored command, which may still be done for `leftMs`. */
  expect(agent: { id: number; code: string }, command: NewCommand, leftMs: number): void {
    const key = `${agent.code} ${command.id}`
    const giveUp = () => {
      this.#waiting.delete(key)
      this.#timeOut(agent, command).catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'a command could not be closed; trying again')
        if (!this.#isStopped) this.#waiting.set(key, this.#after(RESULT_GRACE_MS, giveUp))
      })
    }
    this.#waiting.set(key, this.#after(leftMs + RESULT_GRACE_MS, giveUp))
  }

  /**
   * Times out the commands of replicas that ended. Where several replicas do so at
   * once, each command is timed out by one of them.
   */
  async closeAbandoned(): Promise<void> {
    const { db, replicas } = this.#options
    const close = async (trx: Db) => {
      const entered = (await listReplicas(trx)).map(({ id }) => id)
      // A replica that entered since the last look lives as well. A replica without a bus does not
      // enter itself: the rows that it finds are of replicas that ended.
      const since = entered.includes(replicas.me) ? entered : []
      return await closeAbandoned(trx, [...replicas.living(), ...since], this.#now())
    }
    const closed = await inTransaction(db, close)
    if (closed.length > 0) this.#announce(closed)
  }

  async #timeOut(
    agent: { id: number; code: string },
    { id, pin, relay, state }: NewCommand,
  ): Promise<void> {
    const { db } = this.#options
    const now = this.#now()
    if (!(await inTransaction(db, (trx) => markTimeout(trx, agent.id, id, now)))) return
    this.#announce([{ id, code: agent.code, pin, relay, state }])
  }

  #announce(closed: readonly ClosedCommand[]): void {
    const failed = { ok: false, onMs: 0, reason: 'timeout' as const }
    const acks = closed.map(({ id, code, state, ...row }) => {
      return { id, agent: { code }, ...relayOf(row), state, ...failed }
    })
    this.#options.metrics?.timedOut(acks.length)
    this.#options.bus.broadcast('timeouts', acks)
  }

  #remember(key: string): void {
    this.#timedOut.add(key)
    const [oldest] = this.#timedOut
    if (this.#timedOut.size > TIMEOUTS_REMEMBERED && oldest) this.#timedOut.delete(oldest)
  }

  /** Ends the wait for a result; one that comes after the timeout is late. */
  #answered(answer: ReportedResult): AckEvent {
    const key = `${answer.agent.code} ${answer.id}`
    this.#waiting.get(key)?.()
    this.#waiting.delete(key)
    return this.#timedOut.has(key) ? { ...answer, late: true } : answer
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
