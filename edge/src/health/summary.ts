import type { Reader } from '../readers/reader.ts'

/** The parts of the edge that its one line describes. */
export interface SummarySources {
  readers: readonly Pick<Reader, 'states'>[]
  sync: { readonly trouble: string; readonly isConnected: boolean }
  outbox: {
    readonly stats: { unacked: number }
    readonly waiting: number
    readonly blocked: string | null
  }
  /** True when the link to the hub is http without EDGE_ALLOW_HTTP. */
  isCleartext: boolean
  /** Absent or empty while the gate decides nothing. */
  access?: { summary(): string }
}

/** One line for `systemctl status`. */
export function summaryOf({ readers, sync, outbox, isCleartext, access }: SummarySources): string {
  const open = readers.filter((reader) => reader.states()[0]?.state !== 'closed').length
  const why = sync.trouble === '' ? '' : `: ${sync.trouble}`
  const link = sync.isConnected ? 'connected' : `no hub${why}`
  const unsent = `${outbox.stats.unacked} unsent`
  const risk = isCleartext ? ', http: the key can be read on the way' : ''
  const list = access?.summary() ?? ''
  const gate = list === '' ? '' : `, ${list}`
  const state = `${open} of ${readers.length} readers, ${link}, ${unsent}${gate}${risk}`
  if (outbox.blocked === null) return state
  return `OUTBOX BLOCKED, ${outbox.waiting} entries in memory alone: ${outbox.blocked}; ${state}`
}
