import { COMMAND_TTL_MS } from '@vehicle-control/protocol'
import type { HubClient } from '../../../local/hub-process.ts'
import { percentile } from '../../bench/table.ts'
import { LiveAgent } from '../../rig/live-agent.ts'

const PRESS_EVERY_MS = 100

/** Milliseconds from a press to the gate, and to the answer in the hub's database. */
interface Press {
  pressedAt: number
  atGate: number | null
  stored: number | null
}

/** What became of the presses at a gate. */
export interface PressFigures {
  pressed: number
  /** Answered that it cannot be done now. */
  refused: number
  /** Never at the gate, or not answered; those that were refused too. */
  lost: number
  /** At the gate when an edge would have refused them. */
  late: number
  /** Milliseconds to the gate, and to the stored answer. */
  atGate: { p50: number; p99: number; longest: number }
  stored: { p50: number; p99: number; longest: number }
}

/** Another gate than the one whose key floods: a guard who presses ten times a second, and its device. */
export class OtherGate {
  readonly #client: HubClient
  readonly #agent: LiveAgent
  readonly #presses = new Map<string, Press>()
  readonly #timer: NodeJS.Timeout
  #refused = 0

  static async open(client: HubClient, code: string): Promise<OtherGate> {
    return new OtherGate(client, await LiveAgent.open(client, code))
  }

  private constructor(client: HubClient, agent: LiveAgent) {
    this.#client = client
    this.#agent = agent
    this.#timer = setInterval(() => void this.#press(), PRESS_EVERY_MS)
    void this.#obey()
  }

  /** Each by itself: one that waits keeps none behind it from being pressed. */
  async #press(): Promise<void> {
    const id = `pulso-${this.#presses.size}`
    this.#presses.set(id, { pressedAt: performance.now(), atGate: null, stored: null })
    const path = `/api/agents/${this.#agent.code}/command/relay`
    await this.#client.post(path, { id, pin: 17, state: 0 }).catch(() => this.#refused++)
  }

  async #obey(): Promise<void> {
    for (;;) {
      const command = await this.#agent.takeCommand()
      const press = this.#presses.get(command.id)
      if (press === undefined) continue
      press.atGate = performance.now() - press.pressedAt
      this.#agent.answer(command).then(
        () => (press.stored = performance.now() - press.pressedAt),
        () => {
          // It counts as lost.
        },
      )
    }
  }

  /** Presses no more, and waits for what is still on its way. */
  async end(): Promise<PressFigures> {
    clearInterval(this.#timer)
    const presses = [...this.#presses.values()]
    const isDone = () => presses.every(({ stored }) => stored !== null)
    const giveUpAt = performance.now() + 2 * COMMAND_TTL_MS
    while (!isDone() && performance.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    this.#agent.close()
    const all = (of: 'atGate' | 'stored') => presses.flatMap((press) => press[of] ?? [])
    const figures = (ms: readonly number[]) => {
      return { p50: percentile(ms, 50), p99: percentile(ms, 99), longest: Math.max(0, ...ms) }
    }
    return {
      pressed: presses.length,
      refused: this.#refused,
      lost: presses.length - all('stored').length,
      late: all('atGate').filter((ms) => ms > COMMAND_TTL_MS).length,
      atGate: figures(all('atGate')),
      stored: figures(all('stored')),
    }
  }
}
