import type { Logger } from 'pino'
import type { Timers } from '../../clock/timers.ts'

/** A warning goes when nobody was refused for that reason for so long. */
const LASTS_MS = 10 * 60_000

/** Why a connection was refused, or another one ended for it, as screens say it. */
const REASONS = {
  stranger: 'se rechazó una conexión de una dirección que no está en "from"',
  other: 'llama también otra dirección de "from" y se rechazó: un puerto sirve a un solo lector',
  crowd: 'se rechazaron más conexiones de las que un lector necesita',
  flap: 'las conexiones de una misma dirección se quitan el lugar: cada lector necesita su propio puerto',
} as const
export type Refusal = keyof typeof REASONS

export interface RefusalWarningsOptions {
  log: Logger
  timers: Timers
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  where: string
}

/**
 * The warnings of refused connections. A peer decides how often it is refused, so a reason is logged and
 * reported once and stays for 10 minutes; and addresses stand in the log alone, since a status is seen
 * by everybody at the hub.
 */
export class RefusalWarnings {
  readonly #options: RefusalWarningsOptions
  readonly #onChange: (warning: string | null) => void
  readonly #until = new Map<Refusal, number>()
  #cancel: (() => void) | null = null

  constructor(options: RefusalWarningsOptions, onChange: (warning: string | null) => void) {
    this.#options = options
    this.#onChange = onChange
  }

  /** Hot under attack: it costs two look-ups while the reason is known. */
  add(reason: Refusal, address?: string): void {
    const { log, monotonic, where } = this.#options
    const isNew = !this.#until.has(reason)
    this.#until.set(reason, monotonic() + LASTS_MS)
    if (!isNew) return
    log.warn(
      { path: where, peer: address, warning: REASONS[reason] },
      'a connection was refused or replaced',
    )
    this.#onChange(this.#text())
    this.#cancel ??= this.#watch(LASTS_MS)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #text(): string | null {
    return this.#until.size === 0
      ? null
      : [...this.#until.keys()].map((reason) => REASONS[reason]).join('; ')
  }

  #watch(ms: number): () => void {
    return this.#options.timers.after(ms, () => {
      const now = this.#options.monotonic()
      const before = this.#until.size
      for (const [reason, until] of this.#until) if (until <= now) this.#until.delete(reason)
      if (this.#until.size !== before) this.#onChange(this.#text())
      const next = Math.min(...this.#until.values())
      this.#cancel = this.#until.size === 0 ? null : this.#watch(next - now)
    })
  }
}
