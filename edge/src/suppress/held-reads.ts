import type { TagRead } from '../readers/reader.ts'

const MAX_HELD = 20_000

/**
 * Holds reads back, in order, until `release`, which is called once the windows of the edge's
 * earlier run are rebuilt. When too many wait, it releases them without those windows.
 */
export class HeldReads {
  readonly #pass: (read: TagRead) => void
  #held: TagRead[] | null = []
  #onReleased = () => {}
  /** Resolves once `release` was called. */
  readonly released = new Promise<void>((resolve) => (this.#onReleased = resolve))

  constructor(pass: (read: TagRead) => void) {
    this.#pass = pass
  }

  get isHolding(): boolean {
    return this.#held !== null
  }

  /** Hot path. */
  offer(read: TagRead): void {
    if (this.#held === null) this.#pass(read)
    else if (this.#held.push(read) >= MAX_HELD) this.release()
  }

  /** Passes on what was kept, and from now on every read at once. */
  release(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const read of held) this.#pass(read)
    this.#onReleased()
  }
}
