import { type Command, CommandResultData, type RelayPin } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { CommandKey, StoredCommand } from '../outbox/command-log.ts'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelaySwitch } from './relay-driver.ts'
import { type RelayEnd, RelayLine } from './relay-line.ts'

/** Answers kept in memory; older ones are looked up in the outbox. */
const ANSWERS_KEPT = 1000

export interface RelayBoardOptions {
  lines: readonly RelayLineConfig[]
  driver: RelaySwitch
  bootId: string
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  log: Logger
  /** Makes a new id durable and answers null, or answers what is stored of a known one. */
  begin: (command: CommandKey) => Promise<StoredCommand | null>
  /** Reports a result to the hub; the first one of an id is stored too. */
  report: (result: CommandResultData) => void
}

/**
 * Carries out the hub's relay commands. An id switches on at most once, and never late: it is
 * durable before the pin moves, and the deadline is checked at the last moment.
 */
export class RelayBoard {
  readonly #options: RelayBoardOptions
  readonly #lines: ReadonlyMap<RelayPin, RelayLine>
  /** First results by id, oldest first; null while the command is being carried out. */
  readonly #answers = new Map<string, CommandResultData | null>()
  /** How many times a relay was told to be off. */
  readonly #offs = new Map<RelayPin, number>()
  #stopped = false

  constructor(options: RelayBoardOptions) {
    this.#options = options
    const { driver, monotonic, timers, log } = options
    this.#lines = new Map(
      options.lines.map((config) => {
        const { pin } = config
        const onAutoOff = (end: RelayEnd) => this.#reportAutoOff(pin, end)
        return [pin, new RelayLine({ config, driver, monotonic, timers, log, onAutoOff })]
      }),
    )
  }

  /** Switches every relay off: no relay stays on over a restart. */
  start(): void {
    for (const line of this.#lines.values()) line.end()
  }

  /**
   * Switches every relay off before it reports any; later commands fail. Synchronous and idempotent.
   */
  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    const ends = [...this.#lines].map(([pin, line]) => ({ pin, end: line.stop() }))
    this.#options.driver.close()
    for (const { pin, end } of ends) if (end !== null) this.#reportAutoOff(pin, end)
  }

  /**
   * Carries out a command and reports its result. OFF moves its pin before this returns, whatever
   * the disk does and also when its id came before. Never rejects.
   */
  async handle(command: Command): Promise<void> {
    if (this.#answers.has(command.id)) {
      this.#repeatOff(command)
      this.#answerRepeated(command.id)
      return
    }
    this.#keep(command.id, null)
    if (command.state === 0 && !this.#isLate(command)) this.#countOff(command.pin)
    const done = command.state === 0 ? this.#execute(command) : null
    this.#answer(await this.#resultOf(command, done))
  }

  /** Answers a command with `quarantined`; no relay moves. */
  refuse(command: Command): void {
    if (!this.#answerRepeated(command.id)) this.#answer(refusal(command, 'quarantined'))
  }

  /**
   * Reports the first result of a repeated id again; while the first is under way, its answer
   * serves both.
   */
  #answerRepeated(id: string): boolean {
    const answer = this.#answers.get(id)
    if (answer) this.#report(answer)
    return answer !== undefined
  }

  /** The id's answer stays its first result; the command that ends here gets an `auto_off`. */
  #repeatOff(command: Command): void {
    if (command.state !== 0 || this.#isLate(command)) return
    this.#countOff(command.pin)
    this.#lines.get(command.pin)?.end()
  }

  #countOff(pin: RelayPin): void {
    this.#offs.set(pin, (this.#offs.get(pin) ?? 0) + 1)
  }

  /** `done`: what has been carried out already, as OFF is. */
  async #resultOf(command: Command, done: CommandResultData | null): Promise<CommandResultData> {
    const offs = this.#offs.get(command.pin)
    let stored: StoredCommand | null
    try {
      stored = await this.#options.begin(command)
    } catch (error) {
      this.#options.log.error({ id: command.id, err: error }, 'a command could not be stored')
      return done ?? refusal(command, 'failed')
    }
    if (stored !== null) return firstResult(stored) ?? refusal(command, 'failed')
    if (done !== null) return done
    // The newest order stands: what was told to be off while the disk stored this id stays off.
    return this.#offs.get(command.pin) === offs ? this.#execute(command) : refusal(command, 'busy')
  }

  #isLate({ bootId, deadline }: Command): boolean {
    return bootId !== this.#options.bootId || this.#options.monotonic() > deadline
  }

  /** Synchronous: nothing comes between the check of the deadline and the pin. */
  #execute(command: Command): CommandResultData {
    const { id, pin, state } = command
    const line = this.#lines.get(pin)
    if (this.#isLate(command)) return refusal(command, 'expired')
    if (this.#stopped || line === undefined) return refusal(command, 'failed')
    try {
      if (state === 0) return { id, pin, state, ok: true, onMs: line.off(), reason: 'done' }
      const onMs = line.on(id, command.durationMs)
      if (onMs === null) return refusal(command, 'busy')
      return { id, pin, state, ok: true, onMs, reason: 'done' }
    } catch (error) {
      this.#options.log.error({ id, pin, err: error }, 'a relay did not move')
      return refusal(command, 'failed')
    }
  }

  #reportAutoOff(pin: RelayPin, { id, onMs }: RelayEnd): void {
    this.#report({ id, pin, state: 0, ok: true, onMs, reason: 'auto_off' })
  }

  #answer(result: CommandResultData): void {
    this.#keep(result.id, result)
    this.#report(result)
  }

  #keep(id: string, answer: CommandResultData | null): void {
    this.#answers.set(id, answer)
    if (this.#answers.size <= ANSWERS_KEPT) return
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined) this.#answers.delete(oldest)
  }

  #report(result: CommandResultData): void {
    this.#options.log.info(result, 'relay command')
    this.#options.report(result)
  }
}

function refusal(
  { id, pin, state }: Command,
  reason: 'expired' | 'busy' | 'failed' | 'quarantined',
): CommandResultData {
  return { id, pin, state, ok: false, onMs: 0, reason }
}

/** The stored result; null without one, or when the card has damaged it. */
function firstResult({ result }: StoredCommand): CommandResultData | null {
  try {
    return CommandResultData.nullable().parse(JSON.parse(result ?? 'null'))
  } catch {
    // Damaged JSON: the command counts as failed, like one without a result.
    return null
  }
}
