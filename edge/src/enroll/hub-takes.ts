import type { HubTakes } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { identityOf, updateIdentity } from './credentials.ts'
import type { IdentityStore } from './identity.ts'

/** What the hub takes of what came after protocol 1: as its last welcome said, over restarts. */
export class TakesOfHub {
  readonly #store: IdentityStore
  readonly #agentCode: string
  readonly #log: Pick<Logger, 'warn'>
  #takes: readonly string[]

  constructor(store: IdentityStore, agentCode: string, log: Pick<Logger, 'warn'>) {
    this.#store = store
    this.#agentCode = agentCode
    this.#log = log
    this.#takes = identityOf(store, agentCode)?.takes ?? []
  }

  /** Hot path. */
  has(name: HubTakes): boolean {
    return this.#takes.includes(name)
  }

  /** Takes what a welcome says. A disk that cannot store it is asked at the next one. */
  note(takes: readonly HubTakes[]): void {
    const isKept = identityOf(this.#store, this.#agentCode)?.takes?.join() === takes.join()
    this.#takes = takes
    if (isKept) return
    updateIdentity(this.#store, this.#agentCode, { takes: [...takes] }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'what the hub takes could not be stored'),
    )
  }
}
