import { reasonWithTodo } from '@vehicle-control/protocol/reasons/reason-of'
import type { CapturedTag, CaptureLine } from './capture-line.ts'

/** A line of a capture for a person at a terminal. */
export function captureText(line: CaptureLine): string {
  if ('hex' in line) {
    const arrow = line.direction === 'in' ? '<' : '>'
    return `${seconds(line.t)} ${arrow} ${line.hex.replace(/../g, '$& ').trimEnd().toUpperCase()}`
  }
  if ('tag' in line) return `${seconds(line.t)} * ${tagText(line.tag)}`
  if ('state' in line) {
    const { id, path, state, error, warning } = line.state
    const faults = [error, warning].filter((text) => text !== undefined)
    const more = faults.map((text) => printable(reasonWithTodo(text)))
    return [`-- ${id} (${printable(path)}): ${WORDS[state]}`, ...more].join(' · ')
  }
  if ('lost' in line) return `-- ${line.lost} líneas omitidas: la pantalla no da abasto`
  return `-- ${printable(line.error)}`
}

const WORDS = { open: 'abierto', silent: 'callado', closed: 'cerrado' }

function tagText(tag: CapturedTag): string {
  const { uid, reader, antenna, rssi, tid, count, ageMs, unauthenticated } = tag
  const parts = [`${uid} (${reader})`]
  if (antenna !== undefined) parts.push(`antena ${antenna}`)
  if (rssi !== undefined) parts.push(`${rssi} dBm`)
  if (tid !== undefined) parts.push(`TID ${tid}`)
  if (count !== undefined) parts.push(`${count} veces`)
  if (ageMs !== undefined) parts.push(`hace ${Math.round(ageMs)} ms`)
  if (unauthenticated) parts.push('sin autenticar')
  return printable(parts.join(', '))
}

const seconds = (t: number) => (t / 1000).toFixed(3).padStart(9)

/** Control characters from a device must not reach the user's terminal. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, '·')
