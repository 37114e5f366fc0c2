import { deniedDigest } from '@vehicle-control/protocol/access/list-digest'

/** The tags that never pass. */
export class DeniedTags {
  #held: ReadonlySet<string> = new Set()
  /** Told, and not on the disk yet: denied all the same. */
  #coming: ReadonlySet<string> = new Set()
  #isKnown = false
  #digest = ''

  constructor() {
    this.hold([])
    this.#isKnown = false
  }

  /** False while nobody knows which they are: before the first, and where what was kept is lost. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  get uids(): readonly string[] {
    return [...this.#held]
  }

  /** `deniedDigest` of the protocol, hex. */
  get digest(): string {
    return this.#digest
  }

  /** Hot path. */
  has(uid: string): boolean {
    return this.#held.has(uid) || this.#coming.has(uid)
  }

  /** Denies these at once, beside those that are held. */
  announce(uids: readonly string[]): void {
    this.#coming = new Set(uids.filter((uid) => !this.#held.has(uid)))
  }

  /** Denies these, and no others. */
  hold(uids: readonly string[]): void {
    this.#held = new Set(uids)
    this.#coming = new Set()
    this.#digest = Buffer.from(deniedDigest(this.#held)).toString('hex')
    this.#isKnown = true
  }

  /** The hub has the same. */
  confirm(): void {
    this.#coming = new Set()
    this.#isKnown = true
  }
}
