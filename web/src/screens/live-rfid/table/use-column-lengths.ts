import type { ScanEvent } from '@vehicle-control/protocol'
import { type CSSProperties, useState } from 'react'
import { READ_COLUMNS } from '../../../reads/columns.ts'

/** The starting length, in characters, of each column whose texts differ from site to site. */
const AT_FIRST: Readonly<Record<string, number>> = {
  agent: 8,
  location: 10,
  model: 8,
  owner: 14,
}
const LONGEST = 32
const COLUMNS = READ_COLUMNS.filter(({ name }) => name in AT_FIRST)

/**
 * The longest text of each column in all reads shown so far, as variables for the style sheet. It
 * never shrinks: that would move the other columns all the time.
 */
export function useColumnLengths(reads: readonly ScanEvent[]): CSSProperties {
  const [known, setKnown] = useState(AT_FIRST)
  const found = longestOf(reads, known)
  // Set while rendering, so that no frame in between cuts what fits.
  if (found !== known) setKnown(found)
  return Object.fromEntries(COLUMNS.map(({ name }) => [`--${name}`, found[name]]))
}

/** `known` itself where no text is longer. */
function longestOf(reads: readonly ScanEvent[], known: typeof AT_FIRST): typeof AT_FIRST {
  const found: Record<string, number> = { ...known }
  for (const { name, text } of COLUMNS) {
    let longest = known[name] ?? 0
    for (const read of reads) longest = Math.max(longest, text(read, String)?.length ?? 0)
    found[name] = Math.min(longest, LONGEST)
  }
  return COLUMNS.some(({ name }) => found[name] !== known[name]) ? found : known
}
