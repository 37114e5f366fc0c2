import { DelegateBackoff, type IBreaker, circuitBreaker, handleAll } from 'cockatiel'
import { UpstreamRefusal } from './upstream-error.ts'

const FAULTS_IN_A_ROW = 5
const LONGEST_BREAK_MS = 3_600_000

/** Opens the circuit after some faults in a row, or a single refusal. */
class TileBreaker implements IBreaker {
  state = 0

  success(): void {
    this.state = 0
  }

  failure(): boolean {
    return ++this.state >= FAULTS_IN_A_ROW
  }

  refused(): void {
    this.state = FAULTS_IN_A_ROW
  }
}

export interface TileBreakerOptions {
  /** How long the circuit stays open, unless the server names a longer time. */
  breakMs: number
  /** Called at the first break, and not again until the server has answered well. */
  onBreak: (why: unknown) => void
  onRecovery: () => void
}

/** A circuit breaker for a tile server; `run` rejects with BrokenCircuitError while it is open. */
export function createTileBreaker({ breakMs, onBreak, onRecovery }: TileBreakerOptions) {
  const breaker = new TileBreaker()
  const policy = circuitBreaker(handleAll, {
    breaker,
    halfOpenAfter: new DelegateBackoff(({ result }) => {
      const error = 'error' in result ? result.error : null
      const wanted = error instanceof UpstreamRefusal ? (error.retryAfterMs ?? 0) : 0
      return Math.min(LONGEST_BREAK_MS, Math.max(breakMs, wanted))
    }),
  })
  let isBroken = false
  policy.onBreak((reason) => {
    if (!isBroken) onBreak('error' in reason ? reason.error : reason)
    isBroken = true
  })
  policy.onReset(() => {
    isBroken = false
    onRecovery()
  })
  return {
    policy,
    /** Notes that a run was refused, before it rejects. */
    refused: () => breaker.refused(),
  }
}
