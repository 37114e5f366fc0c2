import type { ScanEvent } from '@vehicle-control/protocol'
import { SHOWN_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'
import { plainText } from '../browser/plain-text.ts'
import { TEXTS } from '../texts/app.ts'

/** The texts that reads are looked for by; an empty one does not filter. */
export interface ReadFilter {
  /**
   * Looked for in tag, agent, location and what a read shows of its vehicle, or of having none,
   * whatever the case and accents.
   */
  readonly text: string
  /** An agent's code. */
  readonly agent: string
}

// Kept, since every redraw of a table searches each read again.
const plainTexts = new WeakMap<ScanEvent, string>()

/** The test whether a read fits the filter; null where every read does. */
export function readFilter({ text, agent }: ReadFilter): ((read: ScanEvent) => boolean) | null {
  const wanted = plainText(text.trim())
  const code = agent.toLowerCase()
  if (wanted === '' && code === '') return null
  return (read) =>
    (code === '' || read.agent.code.toLowerCase() === code) &&
    (wanted === '' || plainTextOf(read).includes(wanted))
}

function plainTextOf(read: ScanEvent): string {
  const known = plainTexts.get(read)
  if (known !== undefined) return known
  const { uid, vehicle, agent } = read
  const ofVehicle = vehicle ? SHOWN_COLUMNS.map((column) => vehicle[column]) : [TEXTS.unregistered]
  const texts = [uid, ...ofVehicle]
  // Joined by a line break, which nobody types: no search matches across two texts.
  const text = plainText([...texts, agent.code, agent.name, agent.location].join('\n'))
  plainTexts.set(read, text)
  return text
}
