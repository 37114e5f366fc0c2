import type { ListedRead } from '../live/read-list.ts'
import {
  SHOWN_COLUMNS,
  type ShownColumn,
  VEHICLE_WORDS,
} from '@vehicle-control/protocol/vehicle-columns'

/** A read as tables, files and its sheet show it, live or stored (see `scanOfLog`). */
export type ShownRead = Pick<
  ListedRead,
  'uid' | 'ts' | 'agent' | 'vehicle' | 'retired_from' | 'decision'
>

export type ReadColumnName = 'at' | 'tag' | 'agent' | 'location' | ShownColumn

/** A column of the reads, wherever they are shown. */
export interface ReadColumn {
  /** `data-cell` of its cells, for style sheets. */
  readonly name: ReadColumnName
  readonly head: string
  /**
   * The cell in plain text, null and empty where the read has none; `print` writes a moment. Called for
   * each visible row of each redraw of the live table.
   */
  readonly text: (read: ShownRead, print: (at: number) => string) => string | null
}

/** The columns in their order. What a read shows of its vehicle follows from the protocol. */
export const READ_COLUMNS: readonly ReadColumn[] = [
  { name: 'at', head: 'Fecha y hora', text: ({ ts }, print) => print(Date.parse(ts)) },
  { name: 'tag', head: 'Tag', text: ({ uid }) => uid },
  { name: 'agent', head: 'Agente', text: agentName },
  { name: 'location', head: 'Ubicación', text: ({ agent }) => agent.location },
  ...SHOWN_COLUMNS.map((name): ReadColumn => {
    return { name, head: VEHICLE_WORDS[name], text: ({ vehicle }) => vehicle?.[name] ?? null }
  }),
]

/**
 * The columns of the live screen, where reads are of today or of a date that is shown beside them.
 */
export const LIVE_COLUMNS: readonly ReadColumn[] = READ_COLUMNS.map((column) =>
  column.name === 'at' ? { ...column, head: 'Hora' } : column,
)

/** The agent by its name, else by its code. */
export function agentName({ agent }: Pick<ShownRead, 'agent'>): string {
  return agent.name || agent.code
}
