import type { Logger } from 'pino'
import type { Timers } from '../../clock/timers.ts'
import { DeviceError } from '../../device-error.ts'
import type { RelayEnd } from '../relay-rest.ts'
import type { BoardConfig } from '../board-config.ts'
import { coilsOf, coilsRequest, offRequest, pulseRequest } from './frames.ts'
import type { ModbusBus } from './modbus-bus.ts'
import { PulseRelay } from './pulse-relay.ts'

const RECOVER_FIRST_MS = 1000
const RECOVER_MAX_MS = 60_000
/** A board that nobody uses is asked this often, so that the status knows of a fault before a press. */
const ASK_EVERY_MS = 10_000
/** After the end of a pulse: boards count in steps of 100 ms. */
const CONFIRM_AFTER_MS = 200

export interface PulseBoardOptions {
  config: Pick<BoardConfig, 'unit' | 'lines'>
  bus: Pick<ModbusBus, 'exchange'>
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  log: Logger
  /** Called when a relay has gone off without a command. */
  onAutoOff: (name: string, end: RelayEnd) => void
  /** Called when `errors` has changed. */
  onChange: () => void
}

/** An ON of a board's relay. */
export interface PulseOrder {
  id: string
  durationMs?: number | undefined
  /** Asked at the last moment; false: its deadline has passed, or the edge stops. */
  mayBegin: () => boolean
}

/**
 * The relays of one board. Each ON is a pulse that the board's own timer ends, and is sent once at most.
 * A relay counts as off when the board has said so; after an answer that did not come nobody knows
 * what its relays are, until it has been asked, told to switch them off, and asked again.
 */
export class PulseBoard {
  readonly #options: PulseBoardOptions
  readonly #relays: ReadonlyMap<string, PulseRelay>
  readonly #coils: number
  /** Why nobody knows what its relays are; null while the board has said so. */
  #fault: DeviceError | null = new DeviceError('the board was not asked yet')
  /** Ends when those before have: what one does with the board is not mixed with another's. */
  #turn: Promise<unknown> = Promise.resolve()
  #recovering: Promise<void> | null = null
  #delayMs = RECOVER_FIRST_MS
  #stopped = false
  #cancelRecovery = () => {}
  #cancelAsking = () => {}
  readonly #confirms = new Map<PulseRelay, () => void>()

  constructor(options: PulseBoardOptions) {
    this.#options = options
    this.#relays = new Map(options.config.lines.map((line) => [line.name, new PulseRelay(line)]))
    this.#coils = Math.max(...options.config.lines.map(({ channel }) => channel))
  }

  has(name: string): boolean {
    return this.#relays.has(name)
  }

  /** True while every relay of it is off for certain, and has been for RELAY_REST_MS. */
  hasRested(except?: string): boolean {
    if (this.#fault !== null) return false
    const now = this.#options.monotonic()
    return [...this.#relays].every(([name, relay]) => name === except || relay.hasRested(now))
  }

  /** Each relay with why nobody knows whether it is on; null while it is known. */
  errors(): { name: string; error: string | null }[] {
    return [...this.#relays].map(([name, { isForeign }]) => {
      const foreign = isForeign ? 'another system on its bus has switched it on' : null
      return { name, error: this.#fault?.message ?? foreign }
    })
  }

  /** The bus is there: whatever the relays are, they go off. */
  onBusOpen(): void {
    this.#delayMs = RECOVER_FIRST_MS
    void this.#recover()
  }

  onBusLost(error: DeviceError): void {
    this.#fail(error)
  }

  /**
   * Switches a relay on for as long as its order and its `maxOnMs` allow, rounded down to 100 ms.
   * Answers for how long, or why nothing was sent.
   *
   * @throws DeviceError when nobody knows what the board did; it is not asked again.
   */
  async on(
    name: string,
    { id, durationMs, mayBegin }: PulseOrder,
  ): Promise<number | 'busy' | 'late'> {
    const relay = this.#relayOf(name)
    if (this.#fault !== null) throw this.#fault
    const { monotonic, timers, config, bus } = this.#options
    const { offs } = relay
    let sentAt = 0
    let steps = 0
    let isLate = false
    const pulse = pulseRequest(relay.coil, 1)
    const isWanted = () => {
      isLate = this.#stopped || !mayBegin()
      sentAt = monotonic()
      steps = relay.stepsOf(durationMs, sentAt)
      if (isLate || relay.offs !== offs || this.#fault !== null || steps === 0) return false
      pulse.writeUInt16BE(steps, 3)
      relay.sending(sentAt)
      return true
    }
    return this.#inTurn(async () => {
      if ((await bus.exchange(config.unit, pulse, isWanted)) === null) {
        if (this.#fault !== null) throw this.#fault
        return isLate ? 'late' : 'busy'
      }
      const onMs = relay.wentOn(id, steps, sentAt)
      const leftMs = sentAt + onMs + CONFIRM_AFTER_MS - monotonic()
      this.#confirms.get(relay)?.()
      this.#confirms.set(
        relay,
        timers.after(Math.max(0, leftMs), () => void this.#confirm(relay)),
      )
      return onMs
    })
  }

  /**
   * Switches a relay off, and answers what ended with that; null where it was off. Sent at any time.
   *
   * @throws DeviceError when the board did not confirm it; it is tried again until the board does.
   */
  async off(name: string): Promise<RelayEnd | null> {
    const relay = this.#relayOf(name)
    relay.offs++
    if (this.#fault === null) {
      return this.#inTurn(async () => {
        await this.#switchOff([relay])
        return this.#ended(relay)
      })
    }
    await this.#recover()
    if (this.#fault !== null) throw this.#fault
    return null
  }

  /** Switches off what may be on, for good; resolves when the board has said so, or did not answer. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancelRecovery()
    this.#cancelAsking()
    for (const cancel of this.#confirms.values()) cancel()
    const relays = [...this.#relays.values()]
    for (const relay of relays) relay.offs++
    const on = this.#fault === null ? relays.filter(({ period }) => period !== null) : relays
    if (on.length === 0) return
    try {
      await this.#inTurn(() => this.#switchOff(on))
      for (const relay of on) this.#report(relay)
    } catch (error) {
      this.#options.log.error({ err: error }, 'the relays of a board may be on')
    }
  }

  #relayOf(name: string): PulseRelay {
    const relay = this.#relays.get(name)
    if (relay === undefined) throw new DeviceError(`no board has a relay ${name}`)
    return relay
  }

  /** The end of what a relay was on for, if it was. */
  #ended(relay: PulseRelay): RelayEnd | null {
    this.#confirms.get(relay)?.()
    this.#confirms.delete(relay)
    return relay.isOff(this.#options.monotonic())
  }

  #report(relay: PulseRelay): void {
    const end = this.#ended(relay)
    if (end !== null) this.#options.onAutoOff(relay.config.name, end)
  }

  /** Tells the board to switch these off, and has it say that they are. */
  async #switchOff(relays: readonly PulseRelay[]): Promise<void> {
    const { bus, config } = this.#options
    for (const { coil } of relays) await bus.exchange(config.unit, offRequest(coil), () => true)
    const states = await this.#states()
    const stuck = relays.find(({ coil }) => states[coil])
    if (stuck !== undefined) throw new DeviceError(`channel ${stuck.config.channel} did not go off`)
  }

  async #states(): Promise<boolean[]> {
    const { bus, config } = this.#options
    const answer = await bus.exchange(config.unit, coilsRequest(this.#coils), () => true)
    return answer === null ? [] : coilsOf(answer, this.#coils)
  }

  /** Looks whether the board has ended a pulse. */
  async #confirm(relay: PulseRelay): Promise<void> {
    const { period } = relay
    const look = async () => {
      // A later order has a look of its own.
      if (relay.period !== period) return
      const states = await this.#states()
      if (states[relay.coil]) await this.#switchOff([relay])
      this.#report(relay)
    }
    // After a fault the board is asked until it answers.
    await this.#inTurn(look).catch(() => {})
  }

  /** Runs what speaks to the board; where it fails, nobody knows any more what the relays are. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(async () => {
      try {
        const answer = await run()
        this.#askLater()
        return answer
      } catch (error) {
        this.#fail(error instanceof DeviceError ? error : new DeviceError(String(error)))
        throw error
      }
    })
    this.#turn = mine.catch(() => {})
    return mine
  }

  #fail(fault: DeviceError): void {
    const isNew = this.#fault?.message !== fault.message
    this.#fault = fault
    this.#cancelAsking()
    if (isNew) {
      this.#options.log.error({ err: fault }, 'nobody knows what the relays of a board are')
      this.#options.onChange()
    }
    if (this.#recovering === null) this.#recoverLater()
  }

  #recoverLater(): void {
    this.#cancelRecovery()
    if (this.#stopped) return
    this.#cancelRecovery = this.#options.timers.after(this.#delayMs, () => void this.#recover())
    this.#delayMs = Math.min(this.#delayMs * 2, RECOVER_MAX_MS)
  }

  /** One try to know what the relays are; its failure sets the next. Never rejects. */
  #recover(): Promise<void> {
    this.#cancelRecovery()
    this.#recovering ??= this.#tryToRecover().finally(() => {
      this.#recovering = null
      if (this.#fault !== null) this.#recoverLater()
    })
    return this.#recovering
  }

  async #tryToRecover(): Promise<void> {
    const relays = [...this.#relays.values()]
    const recover = async () => {
      // A late answer to an earlier request comes before the one to this.
      await this.#states()
      await this.#switchOff(relays)
      this.#fault = null
      this.#delayMs = RECOVER_FIRST_MS
    }
    try {
      await this.#inTurn(recover)
    } catch {
      return
    }
    this.#options.log.info({ unit: this.#options.config.unit }, 'the relays of a board are off')
    for (const relay of relays) this.#report(relay)
    this.#options.onChange()
  }

  #askLater(): void {
    this.#cancelAsking()
    if (this.#stopped) return
    this.#cancelAsking = this.#options.timers.after(ASK_EVERY_MS, () => void this.#ask())
  }

  /** Looks whether the board is there, and its relays are as they were left. */
  async #ask(): Promise<void> {
    const look = async () => {
      const states = await this.#states()
      let isChanged = false
      for (const relay of this.#relays.values()) {
        // Told of, and left as it is: two systems must not fight about a relay.
        const isForeign = states[relay.coil] === true && relay.period === null
        isChanged ||= isForeign !== relay.isForeign
        relay.isForeign = isForeign
      }
      if (isChanged) this.#options.onChange()
    }
    await this.#inTurn(look).catch(() => {})
  }
}
