import type { EntryKind, entryData, WireEntry } from '@vehicle-control/protocol'
import type { z } from 'zod'

/** An entry without its kind and data. */
type Envelope = Omit<WireEntry, 'kind' | 'data'>

/** An entry whose data fits its kind. */
export type EntryOf<K extends EntryKind> = Envelope & {
  kind: K
  data: z.output<(typeof entryData)[K]>
  error: null
}
export type GoodEntry = { [K in EntryKind]: EntryOf<K> }[EntryKind]

/** An entry that the hub cannot read, as it is set aside. */
export interface BadEntry extends Envelope {
  kind: string
  /** JSON of its data, cut to the limit of an entry. */
  data: string
  error: string
}

export type CheckedEntry = GoodEntry | BadEntry

/** The epoch and agent of an entry, and when it arrived. */
export interface EntrySource {
  epochId: number
  agentId: number
  receivedAt: number
}

/** The fields that the rows of all kinds have. */
export interface EntryRow extends EntrySource {
  seq: number
}

/** The cells of the columns that all tables of entries have. */
export const ENTRY = {
  epoch_id: (e: EntryRow) => e.epochId,
  seq: (e: EntryRow) => e.seq,
  agent_id: (e: EntryRow) => e.agentId,
  received_at: (e: EntryRow) => e.receivedAt,
}
