/**
 * Off for this long, a relay may be on for its whole `maxOnMs` again: a contact needs 10 ms, and the
 * barrier's own control must see the release.
 */
export const RELAY_REST_MS = 1000

/** What is reported of a relay that went off without a command. */
export interface RelayEnd {
  /** The command that switched it on last. */
  id: string
  /** Milliseconds from the first moment on. */
  onMs: number
}
