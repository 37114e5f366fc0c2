/** Says when the map may move by itself. */
export interface FlightRules {
  /** True where a flight may begin now; it then counts as begun. */
  begin(): boolean
  /** A person moved the map or looks at an agent: it stays put for a while. */
  readonly touch: () => void
}

const BETWEEN_FLIGHTS_MS = 3000
const AFTER_TOUCH_MS = 15_000

/** At most one flight in a few seconds, and none while a person has the map; `now` is monotonic. */
export function createFlightRules(now: () => number): FlightRules {
  let flownAt = -Infinity
  let touchedAt = -Infinity
  return {
    begin() {
      const at = now()
      if (at - flownAt < BETWEEN_FLIGHTS_MS || at - touchedAt < AFTER_TOUCH_MS) return false
      flownAt = at
      return true
    },
    touch() {
      touchedAt = now()
    },
  }
}
