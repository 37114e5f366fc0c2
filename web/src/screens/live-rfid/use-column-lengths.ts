import type { ScanEvent } from '@vehicle-control/protocol'
import { type CSSProperties, useState } from 'react'

/** The longest text of each column whose texts differ from site to site, in characters. */
interface ColumnLengths {
  readonly agent: number
  readonly location: number
  readonly model: number
}

/** The same as variables for the style sheet. */
type LengthVariables = CSSProperties & Record<`--${keyof ColumnLengths}`, number>

const AT_FIRST: ColumnLengths = { agent: 8, location: 10, model: 8 }
const LONGEST = 32

/** Of all reads shown so far: a column that gave up room again would move the others all the time. */
export function useColumnLengths(reads: readonly ScanEvent[]): LengthVariables {
  const [known, setKnown] = useState(AT_FIRST)
  const found = longestOf(reads, known)
  const isLonger = sumOf(found) > sumOf(known)
  // Set while rendering, so that no frame in between cuts what fits.
  if (isLonger) setKnown(found)
  const { agent, location, model } = isLonger ? found : known
  return { '--agent': agent, '--location': location, '--model': model }
}

function sumOf({ agent, location, model }: ColumnLengths): number {
  return agent + location + model
}

function longestOf(reads: readonly ScanEvent[], known: ColumnLengths): ColumnLengths {
  let { agent, location, model } = known
  for (const read of reads) {
    agent = Math.max(agent, (read.agent.name || read.agent.code).length)
    location = Math.max(location, read.agent.location?.length ?? 0)
    model = Math.max(model, read.vehicle?.model?.length ?? 0)
  }
  return {
    agent: Math.min(agent, LONGEST),
    location: Math.min(location, LONGEST),
    model: Math.min(model, LONGEST),
  }
}
