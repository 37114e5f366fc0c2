import {
  type Command,
  CommandResultData,
  type NamedCommand,
  NO_PIN,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { type CommandKey, resultOf, type StoredCommand } from '../outbox/commands.ts'
import type { PulseBoards } from './modbus/pulse-boards.ts'
import type { RelayLineConfig } from './relay-config.ts'
import type { RelaySwitch } from './relay-driver.ts'
import { RelayLines, type SwitchOn } from './relay-lines.ts'
import type { RelayEnd } from './relay-rest.ts'

/** Answers kept in memory; older ones are looked up in the outbox. */
const ANSWERS_KEPT = 1000

/** What a relay is known by here: its BCM number, or the name of one that is on a board. */
type RelayKey = number | string

/** A command whose relay is found, however the hub named it. */
interface KnownCommand extends Omit<Command, 'type' | 'pin'> {
  key: RelayKey
}

/**
 * An order of an input of this edge. Its relay has a pin: what is on a board, whose bus may be lost, is
 * switched on by a person's command alone, and by nothing that opens by itself.
 */
export interface Opening extends SwitchOn {
  /** CLOCK_MONOTONIC, milliseconds: later than that nothing moves. */
  deadline?: number
}

export interface RelayBoardOptions {
  lines: readonly RelayLineConfig[]
  /** No relay goes on while another is on, or has not rested since. */
  interlock?: boolean
  driver: RelaySwitch
  /** The relays that are on boards. */
  boards?: Pick<PulseBoards, 'has' | 'on' | 'off' | 'stop' | 'haveRested'> | undefined
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
 * durable before the relay moves, and the deadline is checked at the last moment.
 */
export class RelayBoard {
  readonly #options: RelayBoardOptions
  readonly #lines: RelayLines
  readonly #names: ReadonlyMap<number, string | undefined>
  /** First results by id, oldest first; null while the command is being carried out. */
  readonly #answers = new Map<string, CommandResultData | null>()
  /** How many OFF commands each relay has got. */
  readonly #offs = new Map<RelayKey, number>()
  /** The inputs that let no relay go on. */
  readonly #blocking = new Set<string>()
  #stopped = false

  constructor(options: RelayBoardOptions) {
    this.#options = options
    const { lines, interlock, driver, boards, monotonic, timers, log } = options
    const onAutoOff = (pin: number, end: RelayEnd) => this.reportAutoOff(pin, end)
    const hasRested = () => boards?.haveRested() ?? true
    const others = { interlock, hasRested }
    this.#lines = new RelayLines({ lines, others, driver, monotonic, timers, log, onAutoOff })
    this.#names = new Map(lines.map(({ pin, name }) => [pin, name]))
  }

  /** Switches every relay off: no relay stays on over a restart. */
  start(): void {
    for (const pin of this.#lines.pins) this.#lines.end(pin)
  }

  /**
   * Switches every relay on a pin off before it reports any; later commands fail. Idempotent. Those on
   * boards are off, as far as their boards answer, when it resolves; it never rejects.
   */
  stop(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    this.#stopped = true
    const ends = this.#lines.stop()
    const areBoardsOff = this.#options.boards?.stop() ?? Promise.resolve()
    this.#options.driver.close()
    for (const { pin, end } of ends) this.reportAutoOff(pin, end)
    return areBoardsOff
  }

  /**
   * Blocks these relays, or all, from being switched on, for the input of that id; an empty list
   * unblocks.
   */
  block(input: string, pins: readonly number[] | 'all'): void {
    if (pins === 'all') this.#blocking.add(input)
    else this.#blocking.delete(input)
    this.#lines.block(input, pins === 'all' ? this.#lines.pins : pins)
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
    const key = this.#keyOf({ id, key: pin, state: 1 })
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
   * Carries out a command and reports its result. OFF moves its pin, or is handed to its board, before
   * this returns, whatever the disk does and also when its id came before. Never rejects.
   */
  async handle(asked: Command | NamedCommand): Promise<void> {
    const command = this.#known(asked)
    const isNowhere = typeof command.key === 'string' && !this.#options.boards?.has(command.key)
    if (this.#answers.has(asked.id)) {
      if (!isNowhere) this.#repeatOff(command)
      this.#answerRepeated(asked.id)
      return
    }
    if (isNowhere) return this.#answer(refusal(this.#keyOf(command), 'failed'))
    this.#keep(command.id, null)
    if (command.state === 0 && !this.#isLate(command)) this.#countOff(command.key)
    const done = command.state === 0 ? this.#execute(command) : null
    this.#answer(await this.#resultOf(command, done))
  }

  /** Answers a command with `quarantined`; no relay moves. */
  refuse(command: Command | NamedCommand): void {
    if (this.#answerRepeated(command.id)) return
    this.#answer(refusal(this.#keyOf(this.#known(command)), 'quarantined'))
  }

  /** A name that no pin has is one of a board, or of no relay at all. */
  #known(command: Command | NamedCommand): KnownCommand {
    if (command.type === 'command') return { ...command, key: command.pin }
    const { relay } = command
    const named = [...this.#names].find(([, name]) => name === relay)
    return { ...command, key: named?.[0] ?? relay }
  }

  #keyOf({ id, key, state }: Pick<KnownCommand, 'id' | 'key' | 'state'>): CommandKey {
    if (typeof key === 'string') return { id, pin: NO_PIN, relay: key, state }
    return { id, pin: key, relay: this.#names.get(key), state }
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
  #repeatOff(command: KnownCommand): void {
    if (command.state !== 0 || this.#isLate(command)) return
    const { key } = command
    this.#countOff(key)
    if (typeof key === 'number') this.#lines.end(key)
    else void this.#endOnBoard(key)
  }

  #countOff(key: RelayKey): void {
    this.#offs.set(key, (this.#offs.get(key) ?? 0) + 1)
  }

  /** `done`: what has been carried out already, as OFF is. */
  async #resultOf(
    command: KnownCommand,
    done: CommandResultData | Promise<CommandResultData> | null,
  ): Promise<CommandResultData> {
    const offs = this.#offs.get(command.key)
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
    return this.#offs.get(command.key) === offs ? this.#execute(command) : refusal(key, 'busy')
  }

  #isLate({ bootId, deadline }: KnownCommand): boolean {
    return bootId !== this.#options.bootId || this.#options.monotonic() > deadline
  }

  /** For a pin synchronous: nothing comes between the check of the deadline and the pin. */
  #execute(command: KnownCommand): CommandResultData | Promise<CommandResultData> {
    const { id, key: pin, state } = command
    const key = this.#keyOf(command)
    if (this.#isLate(command)) return refusal(key, 'expired')
    if (typeof pin === 'string') return this.#executeOnBoard(pin, command)
    if (state === 1) return this.#switchOn({ id, pin, durationMs: command.durationMs })
    if (this.#stopped || !this.#lines.pins.includes(pin)) return refusal(key, 'failed')
    try {
      return resultOf(key, { ok: true, onMs: this.#lines.off(pin), reason: 'done' })
    } catch (error) {
      return this.#stuck(key, error)
    }
  }

  /** The board's own timer ends it; the deadline is checked as the order is sent. */
  async #executeOnBoard(name: string, command: KnownCommand): Promise<CommandResultData> {
    const { id, state, durationMs } = command
    const { boards } = this.#options
    const key = this.#keyOf(command)
    if (boards === undefined || this.#stopped) return refusal(key, 'failed')
    const done = (onMs: number) => resultOf(key, { ok: true, onMs, reason: 'done' })
    try {
      if (state === 0) return done((await boards.off(name))?.onMs ?? 0)
      const isFree = () => this.#blocking.size === 0 && !this.#isLockedOut(name)
      const mayBegin = () => !this.#stopped && !this.#isLate(command) && isFree()
      const onMs = isFree() ? await boards.on(name, { id, durationMs, mayBegin }) : 'busy'
      if (typeof onMs === 'number') return done(onMs)
      return refusal(key, onMs === 'late' && this.#isLate(command) ? 'expired' : 'busy')
    } catch (error) {
      return this.#stuck(key, error)
    }
  }

  async #endOnBoard(name: string): Promise<void> {
    try {
      const end = await this.#options.boards?.off(name)
      if (end) this.reportAutoOff(name, end)
    } catch (error) {
      this.#options.log.error({ relay: name, err: error }, 'a relay did not move')
    }
  }

  #isLockedOut(name: string): boolean {
    const { interlock = false, boards } = this.#options
    return interlock && !(this.#lines.haveRested && boards?.haveRested(name))
  }

  #switchOn({ id, pin, durationMs, emergency }: SwitchOn, again = false): CommandResultData {
    const key = this.#keyOf({ id, key: pin, state: 1 })
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

  /** Reports that a relay has gone off without a command. */
  reportAutoOff(relay: RelayKey, { id, onMs }: RelayEnd): void {
    const key = this.#keyOf({ id, key: relay, state: 0 })
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
