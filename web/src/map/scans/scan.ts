import type { NamedAsset } from '@vehicle-control/protocol'
import type { Place } from '../coordinates.ts'

/** A read, or a repeat in its suppression window. */
export type ScanKind = 'read' | 'suppressed'

/** A tag that was just read at an agent with a place on the map. */
export interface Scan {
  readonly kind: ScanKind
  /** The id of its event, as a decision names it. */
  readonly id: string
  readonly code: string
  readonly name: string
  readonly place: Place
  readonly uid: string
  readonly plate: string | null
  readonly model: string | null
  readonly retired_from?: NamedAsset | undefined
  /** When the tag was read, in epoch milliseconds. */
  readonly at: number
}
