import { hash } from 'node:crypto'
import { type AccessMode, type HeldPolicy, readPolicy } from '@vehicle-control/protocol'

/** The policy of a gate, with the text in which it came: the next version may know more of it. */
export class PolicyInForce {
  #policy: HeldPolicy | null = null
  #kept: { text: string; digest: string } | null = null

  get current(): HeldPolicy | null {
    return this.#policy
  }

  /** The text that is kept; null before the first. */
  get text(): string | null {
    return this.#kept?.text ?? null
  }

  /** SHA-256 of the text that is kept, hex. */
  get digest(): string | null {
    return this.#kept?.digest ?? null
  }

  /** Whether anything is decided by it. */
  get isActive(): boolean {
    return this.#policy !== null && this.#policy.mode !== 'off'
  }

  /** The mode that this version goes by: it opens nothing yet, so that it only ever observes. */
  get mode(): AccessMode {
    return this.isActive ? 'observe' : 'off'
  }

  /** Rules that this version does not know, by id. */
  get refused(): (number | null)[] {
    return this.#policy?.refused.map(({ id }) => id) ?? []
  }

  /** Goes by a policy from now on, whether or not the disk takes it; false where the text is none. */
  enforce(text: string): boolean {
    const policy = policyIn(text)
    if (policy !== null) this.#policy = policy
    return policy !== null
  }

  /** The text is on the disk. */
  keep(text: string): void {
    this.#kept = { text, digest: hash('sha256', text, 'hex') }
  }
}

function policyIn(text: string): HeldPolicy | null {
  try {
    return readPolicy(JSON.parse(text))
  } catch {
    return null
  }
}
