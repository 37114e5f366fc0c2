const SECOND_MS = 1000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** How far a wall clock was moved, in words: «2 h 5 min forward», «3.2 s back». */
export function describeStep(stepMs: number): string {
  return `${describeSpan(Math.abs(stepMs))} ${stepMs < 0 ? 'back' : 'forward'}`
}

function describeSpan(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / 100) / 10} s`
  if (ms < HOUR_MS) return join(ms, MINUTE_MS, 'min', SECOND_MS, 's')
  if (ms < DAY_MS) return join(ms, HOUR_MS, 'h', MINUTE_MS, 'min')
  return join(ms, DAY_MS, 'd', HOUR_MS, 'h')
}

function join(ms: number, unitMs: number, unit: string, restMs: number, rest: string): string {
  const whole = Math.floor(ms / unitMs)
  const left = Math.floor((ms % unitMs) / restMs)
  return left === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${left} ${rest}`
}
