import type { BarrierState } from '@vehicle-control/protocol'
import { Barrier, type BarrierOptions } from './barrier.ts'
import {
  type BarrierContact,
  type InputConfig,
  isBarrierContact,
  leftOpenAfterMs,
  senseOf,
} from './input-config.ts'

/** What the contacts of a gate tell now. */
export interface GateState {
  /** `occupied`: a vehicle stands on the loop; null while it cannot be read. */
  loops: { id: string; occupied: boolean | null }[]
  barriers: BarrierState[]
}

type GateContactsOptions = Pick<BarrierOptions, 'monotonic' | 'timers' | 'onChange'>

/** The one place that knows, from its loops and contacts, what a gate looks like now. */
export class GateContacts {
  readonly #loops = new Map<string, boolean | null>()
  /** By the name of the barrier; undefined is that of the only one. */
  readonly #barriers = new Map<string | undefined, Barrier>()

  constructor(inputs: readonly InputConfig[], options: GateContactsOptions) {
    for (const input of inputs) if (senseOf(input) === 'loop') this.#loops.set(input.id, null)
    const contacts = inputs.filter(isBarrierContact)
    for (const { barrier: name } of contacts) {
      if (this.#barriers.has(name)) continue
      const own = contacts.filter((contact) => contact.barrier === name)
      const barrier = new Barrier({
        ...options,
        name,
        contacts: own.map(endOf),
        leftOpenAfterMs: leftOpenAfterMs(own),
        debounceMs: Math.max(...own.map(({ debounceMs }) => debounceMs)),
      })
      this.#barriers.set(name, barrier)
    }
  }

  /** An input has this level since `at`, CLOCK_MONOTONIC in milliseconds; null: it cannot be read. */
  changed(input: InputConfig, active: boolean | null, at: number): void {
    if (this.#loops.has(input.id)) this.#loops.set(input.id, active)
    else if (isBarrierContact(input))
      this.#barriers.get(input.barrier)?.set(endOf(input), active, at)
  }

  state(): GateState {
    return {
      loops: [...this.#loops].map(([id, occupied]) => ({ id, occupied })),
      barriers: [...this.#barriers.values()].map((barrier) => barrier.state()),
    }
  }

  /** Nothing is reported afterwards. Idempotent. */
  stop(): void {
    for (const barrier of this.#barriers.values()) barrier.stop()
  }
}

const endOf = ({ sense }: BarrierContact) => (sense === 'barrier_open' ? 'open' : 'closed')
