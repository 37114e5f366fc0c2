import type {
  Command,
  CommandResultData,
  NamedCommand,
  RelayLevel,
} from '@vehicle-control/protocol'
import pino from 'pino'
import { DeviceError } from '../device-error.ts'
import { type CommandKey, resultOf, type StoredCommand } from '../outbox/commands.ts'
import { RelayBoard } from '../relays/relay-board.ts'
import { createManualTime } from './manual-time.ts'

/** `maxOnMs` of the rig's relays. */
export const RIG_MAX_ON_MS = { 17: 30_000, 27: 2000, 22: 5000 }

/** A relay board over a fake disk, fake pins and manual time. */
export class RelayRig {
  readonly time = createManualTime({ mono: 10_000 })
  /** Like those of a Pi, they keep their level when the process dies. */
  readonly pins = new Map<number, RelayLevel>()
  readonly moves: { pin: number; level: RelayLevel; at: number }[] = []
  /** The number of moves at each death of the process. */
  readonly deaths: number[] = []
  readonly results: CommandResultData[] = []
  readonly logged: string[] = []
  readonly #stored = new Map<string, StoredCommand & CommandKey>()
  driverFails = false
  diskFails = false
  /** Reporting fails, and logging too: nothing that a relay waits for. */
  reportFails = false
  /** Called while the disk stores an id. */
  whileStoring = () => {}
  board: RelayBoard
  readonly #interlock: boolean
  readonly #names: Partial<Record<17 | 27 | 22, string>>
  /** The board whose process lives. */
  #alive: RelayBoard | null = null

  constructor({
    interlock = false,
    names = {},
  }: { interlock?: boolean; names?: Partial<Record<17 | 27 | 22, string>> } = {}) {
    this.#interlock = interlock
    this.#names = names
    this.board = this.#open()
  }

  /** Plays the death of the process: no timer of it runs any more, and the pins stay as they are. */
  die(): void {
    this.deaths.push(this.moves.length)
    this.#alive = null
  }

  /** Moves a pin from outside of the process, as relays-off does. */
  move(pin: number, level: RelayLevel): void {
    this.pins.set(pin, level)
    this.moves.push({ pin, level, at: this.time.monotonic() })
  }

  /** Plays the death of the process at any moment, and its next start. */
  restart(): void {
    for (const command of this.#stored.values()) {
      const failed = resultOf(command, { ok: false, onMs: 0, reason: 'failed' })
      command.result ??= JSON.stringify(failed)
    }
    this.die()
    this.board = this.#open()
    this.board.start()
  }

  /** Answers the results as short texts, and forgets them. */
  takeResults(): string[] {
    return this.results.splice(0).map((r) => `${r.id} ${r.reason} ${r.state} ${r.onMs}`)
  }

  #open(): RelayBoard {
    const { time } = this
    const isAlive = () => this.#alive === board
    const board: RelayBoard = new RelayBoard({
      // Pin 22 is a relay where it has a name: it is known by nothing else.
      lines: ([17, 27, 22] as const)
        .filter((pin) => pin !== 22 || this.#names[pin] !== undefined)
        .map((pin) => {
          const name = this.#names[pin]
          return { pin, name, activeLow: false, maxOnMs: RIG_MAX_ON_MS[pin] }
        }),
      interlock: this.#interlock,
      bootId: 'boot-1',
      monotonic: time.monotonic,
      timers: { after: (ms, run) => time.timers.after(ms, () => isAlive() && run()) },
      log: pino(
        { level: 'info' },
        { write: (line) => this.logged.push((JSON.parse(line) as { msg: string }).msg) },
      ),
      driver: { set: (pin, level) => isAlive() && this.#set(pin, level), close() {} },
      begin: (command) => this.#begin(command),
      report: (result) => {
        if (!isAlive()) return
        if (this.reportFails) throw new Error('no report')
        this.results.push(result)
        const command = this.#stored.get(result.id)
        if (command !== undefined) command.result ??= JSON.stringify(result)
      },
    })
    this.#alive = board
    return board
  }

  #set(pin: number, level: RelayLevel): void {
    if (this.driverFails) throw new DeviceError('stuck')
    this.move(pin, level)
  }

  async #begin({ id, pin, relay, state }: CommandKey): Promise<StoredCommand | null> {
    if (this.diskFails) throw new Error('disk full')
    const known = this.#stored.get(id)
    if (known === undefined) this.#stored.set(id, { id, pin, relay, state, result: null })
    this.whileStoring()
    return known ?? null
  }
}

/** A command that switches relay 17 on, valid for the rig's first 5 s. */
export function commandOf(settings: Partial<Command> & { id: string }): Command {
  return { type: 'command', pin: 17, state: 1, deadline: 15_000, bootId: 'boot-1', ...settings }
}

/** A command that switches on the relay of this name, valid for the rig's first 5 s. */
export function namedCommandOf(
  settings: Partial<NamedCommand> & { id: string; relay: string },
): NamedCommand {
  return { type: 'named_command', state: 1, deadline: 15_000, bootId: 'boot-1', ...settings }
}
