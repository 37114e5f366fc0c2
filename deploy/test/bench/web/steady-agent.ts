import type { HubClient } from '../../../local/hub-process.ts'
import { LiveAgent, readOf, repeatsOf } from '../../rig/live-agent.ts'

/** A steady stream of entries. */
export interface Stream {
  batches: number
  entries: number
  everyMs: number
  /** The tag of the n-th entry of this agent, counted from 1. */
  uidOf: (n: number) => string
  /** Of so many entries the last one is of a suppressed repeat; none are where this is absent. */
  repeatEvery?: number
}

/** An agent that reads tags at a steady rate, straight into the hub. */
export class SteadyAgent {
  readonly #agent: LiveAgent
  #entries = 0

  private constructor(agent: LiveAgent) {
    this.#agent = agent
  }

  /** An agent with this code, which is new or whose key this one replaces. */
  static async open(client: HubClient, code: string): Promise<SteadyAgent> {
    return new SteadyAgent(await LiveAgent.open(client, code))
  }

  /** Resolves when the hub has stored them all. */
  async send({ batches, entries, everyMs, uidOf, repeatEvery }: Stream): Promise<void> {
    const start = performance.now()
    const stored: Promise<void>[] = []
    for (let b = 1; b <= batches; b++) {
      const list = Array.from({ length: entries }, () => {
        const n = ++this.#entries
        const isRepeat = repeatEvery !== undefined && n % repeatEvery === 0
        return isRepeat ? repeatsOf(uidOf(n), 1) : readOf(uidOf(n))
      })
      const done = this.#agent.report(list)
      // Awaited below: one that fails before then is not to end the process.
      done.catch(() => {})
      stored.push(done)
      const wait = start + b * everyMs - performance.now()
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    await Promise.all(stored)
  }

  close(): void {
    this.#agent.close()
  }
}
