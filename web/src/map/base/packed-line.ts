import type { LngLat } from './simplify-line.ts'

/** Steps per degree: 0.002°, about 200 m, is finer than the atlas. */
const STEPS = 500

/** Only characters that neither JSON nor JavaScript has to escape. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * A line as text: the steps from point to point, five bits per character; its sixth bit says that
 * more follow.
 */
export function packLine(line: readonly LngLat[]): string {
  let text = ''
  let last: LngLat = [0, 0]
  for (const [lng, lat] of line) {
    const next: LngLat = [Math.round(lng * STEPS), Math.round(lat * STEPS)]
    text += packNumber(next[1] - last[1]) + packNumber(next[0] - last[0])
    last = next
  }
  return text
}

/** The points of a packed line as Leaflet takes them: latitude first. */
export function unpackLine(text: string): [number, number][] {
  const line: [number, number][] = []
  const steps: [number, number] = [0, 0]
  let axis: 0 | 1 = 0
  let value = 0
  let shift = 0
  for (const sign of text) {
    const bits = DIGITS.indexOf(sign)
    value |= (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    steps[axis] += value & 1 ? ~(value >> 1) : value >> 1
    if (axis === 1) line.push([steps[0] / STEPS, steps[1] / STEPS])
    axis = axis === 0 ? 1 : 0
    value = 0
    shift = 0
  }
  return line
}

function packNumber(number: number): string {
  let rest = number < 0 ? ~(number << 1) : number << 1
  let text = ''
  for (; rest > 31; rest >>>= 5) text += DIGITS[(rest & 31) | 32]
  return text + DIGITS[rest]
}
