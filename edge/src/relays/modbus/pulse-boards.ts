import type { NamedRelay } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../../clock/timers.ts'
import { DeviceError } from '../../device-error.ts'
import type { ByteLink, LinkEvents } from '../../readers/link/byte-link.ts'
import type { createSerialLink } from '../../readers/serial/serial-link.ts'
import { createTcpLink } from '../../readers/tcp/tcp-link.ts'
import type { RelayEnd } from '../relay-rest.ts'
import { type BoardConfig, busOf, speedOf } from '../board-config.ts'
import { rtuFraming, tcpFraming } from './frames.ts'
import { ModbusBus } from './modbus-bus.ts'
import { PulseBoard, type PulseOrder } from './pulse-board.ts'

const ERROR_MAX_LENGTH = 512
/** Less than systemd waits for the edge, which has reads to store after it; then relays-off goes on. */
const STOP_WITHIN_MS = 5000

export interface PulseBoardsOptions {
  configs: readonly BoardConfig[]
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  log: Logger
  /** Called when a relay has gone off without a command. */
  onAutoOff: (name: string, end: RelayEnd) => void
  /** Called when `states` has changed. */
  onChange: () => void
}

type SerialLink = typeof createSerialLink

/** All relays that are on boards, by their names. */
export class PulseBoards {
  readonly #boards: PulseBoard[] = []
  readonly #buses: ModbusBus[]
  readonly #timers: Timers
  readonly #serialLink: SerialLink | null

  /** Buses on the network need no package for serial ports, and load none. */
  static async open(options: PulseBoardsOptions): Promise<PulseBoards> {
    const isSerial = options.configs.some((config) => 'path' in config && config.path !== undefined)
    const serial = isSerial ? await import('../../readers/serial/serial-link.ts') : null
    return new PulseBoards(options, serial?.createSerialLink ?? null)
  }

  private constructor(options: PulseBoardsOptions, serialLink: SerialLink | null) {
    const { configs, timers } = options
    this.#timers = timers
    this.#serialLink = serialLink
    this.#buses = [...new Set(configs.map(busOf))].map((bus) =>
      this.#open(
        configs.filter((config) => busOf(config) === bus),
        options,
      ),
    )
  }

  /** Begins to open the buses; what is found on their boards goes off. */
  start(): void {
    for (const bus of this.#buses) bus.start()
  }

  has(name: string): boolean {
    return this.#boards.some((board) => board.has(name))
  }

  /** True while every relay but that one is off for certain, and has been for RELAY_REST_MS. */
  haveRested(except?: string): boolean {
    return this.#boards.every((board) => board.hasRested(except))
  }

  /** The relays as the status names them. */
  states(): NamedRelay[] {
    return this.#boards.flatMap((board) =>
      board.errors().map(({ name, error }) => {
        return { name, ...(error !== null && { error: error.slice(0, ERROR_MAX_LENGTH) }) }
      }),
    )
  }

  /**
   * As PulseBoard does.
   *
   * @throws DeviceError
   */
  on(name: string, order: PulseOrder): Promise<number | 'busy' | 'late'> {
    return this.#boardOf(name).on(name, order)
  }

  /**
   * As PulseBoard does.
   *
   * @throws DeviceError
   */
  off(name: string): Promise<RelayEnd | null> {
    return this.#boardOf(name).off(name)
  }

  /**
   * Switches off what may be on, for good, and releases the buses, within 5 s whatever answers. Never
   * rejects.
   */
  async stop(): Promise<void> {
    let cancel = () => {}
    const isTimeUp = new Promise<void>((resolve) => {
      cancel = this.#timers.after(STOP_WITHIN_MS, resolve)
    })
    await Promise.race([Promise.all(this.#boards.map((board) => board.stop())), isTimeUp])
    cancel()
    await Promise.all(this.#buses.map((bus) => bus.stop()))
  }

  #boardOf(name: string): PulseBoard {
    const board = this.#boards.find((one) => one.has(name))
    if (board === undefined) throw new DeviceError(`no board has a relay ${name}`)
    return board
  }

  #open(configs: readonly BoardConfig[], options: PulseBoardsOptions): ModbusBus {
    const { monotonic, timers, log } = options
    const boards: PulseBoard[] = []
    const bus = new ModbusBus({
      framing: configs[0]?.type === 'modbus_tcp' ? tcpFraming : rtuFraming,
      holdsUnsent: configs[0]?.host !== undefined,
      openLink: (events) => this.#openLink(configs[0], events, { monotonic, timers, log }),
      timers,
      onOpen: () => boards.forEach((board) => board.onBusOpen()),
      onLost: () => {
        const error = bus.error() ?? new DeviceError('the device is gone')
        for (const board of boards) board.onBusLost(error)
      },
    })
    for (const config of configs) boards.push(new PulseBoard({ ...options, config, bus }))
    this.#boards.push(...boards)
    return bus
  }

  #openLink(
    config: BoardConfig | undefined,
    events: LinkEvents,
    context: Pick<PulseBoardsOptions, 'monotonic' | 'timers' | 'log'>,
  ): ByteLink {
    if (config?.type === 'modbus_rtu' && config.path !== undefined && this.#serialLink !== null) {
      const settings = { ...context, path: config.path, baudRate: speedOf(config) }
      return this.#serialLink(settings, events)
    }
    const { host = '', port = 0 } = config ?? {}
    return createTcpLink({ ...context, host, port, isCutAtOnce: true }, events)
  }
}
