import {
  type Command,
  CommandResultData,
  type NamedCommand,
  NO_PIN,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { type CommandKey, resultOf, type StoredCommand } from '../outbox/commands.ts'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelaySwitch } from './relay-driver.ts'
import type { RelayEnd } from './relay-line.ts'
import { RelayLines, type SwitchOn } from './relay-lines.ts'

/** Answers kept in memory; older ones are looked up in the outbox. */
const ANSWERS_KEPT = 1000

/** A command whose relay is found, however the hub named it. */
interface PinCommand extends Omit<Command, 'type' | 'pin'> {
  /** BCM number. */
  pin: number
}

/** An order of an input of this edge. */
export interface Opening extends SwitchOn {
  /** CLOCK_MONOTONIC, milliseconds: later than that nothing moves. */
  deadline?: number
}

export interface RelayBoardOptions {
  lines: readonly RelayLineConfig[]
  /** No relay goes on while another is on, or has not rested since. */
  interlock?: boolean
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
  readonly #lines: RelayLines
  readonly #names: ReadonlyMap<number, string | undefined>
  /** First results by id, oldest first; null while the command is being carried out. */
  readonly #answers = new Map<string, CommandResultData | null>()
  /** How many OFF commands each relay has got. */
  readonly #offs = new Map<number, number>()
  #stopped = false

  constructor(options: RelayBoardOptions) {
    this.#options = options
    const { lines, interlock, driver, monotonic, timers, log } = options
    const onAutoOff = (pin: number, end: RelayEnd) => this.#reportAutoOff(pin, end)
    this.#lines = new RelayLines({ lines, interlock, driver, monotonic, timers, log, onAutoOff })
    this.#names = new Map(lines.map(({ pin, name }) => [pin, name]))
  }

  /** Switches every relay off: no relay stays on over a restart. */
  start(): void {
    for (const pin of this.#lines.pins) this.#lines.end(pin)
  }

  /**
   * Switches every relay off before it reports any; later commands fail. Synchronous and idempotent.
   */
  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    const ends = this.#lines.stop()
    this.#options.driver.close()
    for (const { pin, end } of ends) this.#reportAutoOff(pin, end)
  }

  /**
   * Blocks these relays from being switched on, for the input of that id; an empty list unblocks.
   */
  block(input: string, pins: readonly number[]): void {
    this.#lines.block(input, pins)
  }

  get pins(): number[] {
    return this.#lines.pins
  }

  isOn(pin: number): boolean {
    return this.#lines.isOn(pin)
  }

  /**
   * Switches a relay on for an input of this edge, at once and without a hub: neither disk nor
   * network is waited for. Its result is reported and stored like that of a command, under an id
   * that no other has. With `again` a refusal is not reported: an earlier one was.
   */
  open(order: Opening, again = false): CommandResultData['reason'] {
    const { id, pin, deadline = Number.POSITIVE_INFINITY } = order
    const key = this.#keyOf({ id, pin, state: 1 })
    const isLate = this.#options.monotonic() > deadline
    const result = isLate ? refusal(key, 'expired') : this.#switchOn(order, again)
    if (again && !result.ok) return result.reason
    // After the move, which waits for no disk; before the result, so that the next start finds it.
    if (result.ok) {
      this.#options.begin(key).catch((error: unknown) => {
        this.#options.log.error({ id, err: error }, 'an opening by an input could not be stored')
      })
    }
    this.#report(result)
    return result.reason
  }

  /**
   * Carries out a command and reports its result. OFF moves its pin before this returns, whatever
   * the disk does and also when its id came before. Never rejects.
   */
  async handle(asked: Command | NamedCommand): Promise<void> {
    const command = this.#pinned(asked)
    if (this.#answers.has(asked.id)) {
      if (command !== null) this.#repeatOff(command)
      this.#answerRepeated(asked.id)
      return
    }
    if (command === null) return this.#answer(refusal(this.#keyOf(asked), 'failed'))
    this.#keep(command.id, null)
    if (command.state === 0 && !this.#isLate(command)) this.#countOff(command.pin)
    const done = command.state === 0 ? this.#execute(command) : null
    this.#answer(await this.#resultOf(command, done))
  }

  /** Answers a command with `quarantined`; no relay moves. */
  refuse(command: Command | NamedCommand): void {
    if (this.#answerRepeated(command.id)) return
    this.#answer(refusal(this.#keyOf(this.#pinned(command) ?? command), 'quarantined'))
  }

  /** Null where no relay has the name. */
  #pinned(command: Command | NamedCommand): PinCommand | null {
    if (command.type === 'command') return command
    const named = [...this.#names].find(([, name]) => name === command.relay)
    return named === undefined ? null : { ...command, pin: named[0] }
  }

  /** A relay that is none of this edge's keeps the name that the command gave. */
  #keyOf(
    command:
      | Pick<PinCommand, 'id' | 'pin' | 'state'>
      | Pick<NamedCommand, 'id' | 'relay' | 'state'>,
  ): CommandKey {
    const { id, state } = command
    if (!('pin' in command)) return { id, pin: NO_PIN, relay: command.relay, state }
    return { id, pin: command.pin, relay: this.#names.get(command.pin), state }
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
  #repeatOff(command: PinCommand): void {
    if (command.state !== 0 || this.#isLate(command)) return
    this.#countOff(command.pin)
    this.#lines.end(command.pin)
  }

  #countOff(pin: number): void {
    this.#offs.set(pin, (this.#offs.get(pin) ?? 0) + 1)
  }

  /** `done`: what has been carried out already, as OFF is. */
  async #resultOf(command: PinCommand, done: CommandResultData | null): Promise<CommandResultData> {
    const offs = this.#offs.get(command.pin)
    const key = this.#keyOf(command)
    let stored: StoredCommand | null
    try {
      stored = await this.#options.begin(key)
    } catch (error) {
      this.#options.log.error({ id: command.id, err: error }, 'a command could not be stored')
      return done ?? refusal(key, 'failed')
    }
    if (stored !== null) return firstResult(stored) ?? refusal(key, 'failed')
    if (done !== null) return done
    // The newest order stands: a relay that got an OFF while the disk stored this id stays off.
    return this.#offs.get(command.pin) === offs ? this.#execute(command) : refusal(key, 'busy')
  }

  #isLate({ bootId, deadline }: PinCommand): boolean {
    return bootId !== this.#options.bootId || this.#options.monotonic() > deadline
  }

  /** Synchronous: nothing comes between the check of the deadline and the pin. */
  #execute(command: PinCommand): CommandResultData {
    const { id, pin, state } = command
    const key = this.#keyOf(command)
    if (this.#isLate(command)) return refusal(key, 'expired')
    if (state === 1) return this.#switchOn({ id, pin, durationMs: command.durationMs })
    if (this.#stopped || !this.#lines.pins.includes(pin)) return refusal(key, 'failed')
    try {
      return resultOf(key, { ok: true, onMs: this.#lines.off(pin), reason: 'done' })
    } catch (error) {
      return this.#stuck(key, error)
    }
  }

  #switchOn({ id, pin, durationMs, emergency }: SwitchOn, again = false): CommandResultData {
    const key = this.#keyOf({ id, pin, state: 1 })
    if (this.#stopped || !this.#lines.pins.includes(pin)) return refusal(key, 'failed')
    try {
      const onMs = this.#lines.on({ id, pin, durationMs, emergency })
      if (onMs === null) return refusal(key, 'busy')
      return resultOf(key, { ok: true, onMs, reason: 'done' })
    } catch (error) {
      return again ? refusal(key, 'failed') : this.#stuck(key, error)
    }
  }

  #stuck(key: CommandKey, error: unknown): CommandResultData {
    this.#options.log.error({ id: key.id, pin: key.pin, err: error }, 'a relay did not move')
    return refusal(key, 'failed')
  }

  #reportAutoOff(pin: number, { id, onMs }: RelayEnd): void {
    const key = this.#keyOf({ id, pin, state: 0 })
    this.#report(resultOf(key, { ok: true, onMs, reason: 'auto_off' }))
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
  key: CommandKey,
  reason: 'expired' | 'busy' | 'failed' | 'quarantined',
): CommandResultData {
  return resultOf(key, { ok: false, onMs: 0, reason })
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
