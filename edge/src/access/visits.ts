/** A visit to a gate is over when its tag was silent for this long. */
export const VISIT_SILENCE_MS = 60_000
const MAX_VISITS = 10_000

/** The visits on which a gate has decided: one decision each. Pure: time comes with the reads. */
export class Visits {
  readonly #max: number
  /** When the tag was heard last, by its uid; the one that was silent for longest comes first. */
  readonly #heard = new Map<string, number>()

  /** With more than `max` visits the one that was silent for longest is forgotten. */
  constructor(max: number = MAX_VISITS) {
    this.#max = max
  }

  get size(): number {
    return this.#heard.size
  }

  /** Notes that a tag was heard; true while its visit goes on. Hot path. */
  goesOn(uid: string, mono: number): boolean {
    const heard = this.#heard.get(uid)
    if (heard === undefined) return false
    if (mono <= heard) return true
    this.#heard.delete(uid)
    if (mono - heard >= VISIT_SILENCE_MS) return false
    this.#heard.set(uid, mono)
    return true
  }

  /** Begins the visit of a tag, on which it is decided now. */
  begin(uid: string, mono: number): void {
    this.#forgetEnded(mono)
    this.#heard.delete(uid)
    this.#heard.set(uid, mono)
    if (this.#heard.size <= this.#max) return
    for (const oldest of this.#heard.keys()) {
      this.#heard.delete(oldest)
      return
    }
  }

  #forgetEnded(mono: number): void {
    for (const [uid, heard] of this.#heard) {
      if (mono - heard < VISIT_SILENCE_MS) return
      this.#heard.delete(uid)
    }
  }
}
