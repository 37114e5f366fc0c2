import type { ReadLog } from '@vehicle-control/protocol'
import type { SiteClock } from '../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../texts/dashboard.ts'

/** The columns of stored reads: each has its texts here, and a width in `book/book-columns.ts`. */
export type ReadColumnName =
  | 'at'
  | 'tag'
  | 'agent'
  | 'location'
  | 'plate'
  | 'model'
  | 'owner'
  | 'repeated'

/** A column of the reads table on the dashboard, in the printable report and in files. */
export interface ReadColumn {
  /** The class of its cells, for style sheets. */
  readonly name: ReadColumnName
  readonly head: string
  /** The text on screen and on paper; null or empty where the read has none. */
  readonly cell: (read: ReadLog, site: SiteClock, isRepeat: boolean) => string | null
  readonly fileHead: (timeZone: string) => string
  /** The text in a file; left out, that of `cell`. */
  readonly fileCell?: ReadColumn['cell']
  /** The column marks repeats: a table that hides them leaves it out, and other reads leave it blank. */
  readonly marksRepeats?: boolean
}

const LABELS = DASHBOARD_TEXTS.exports

/** Where the agent stands; the live screen shows it, and so do its report and all files. */
const LOCATION: ReadColumn = {
  name: 'location',
  head: 'Ubicación',
  cell: (read) => read.agent_location,
  fileHead: () => 'ubicacion',
}

/** The columns in their order: a line here is a column of the dashboard, the report and the files. */
export const READ_COLUMNS: readonly ReadColumn[] = [
  {
    name: 'at',
    head: 'Fecha y hora',
    cell: (read, site) => site.full(Date.parse(read.read_at)),
    fileHead: (timeZone) => `fecha_hora (${timeZone})`,
    fileCell: (read, site) => site.exact(Date.parse(read.read_at)),
  },
  { name: 'tag', head: 'Tag', cell: (read) => read.uid, fileHead: () => 'tag' },
  {
    name: 'agent',
    head: 'Agente',
    cell: (read) => read.agent_name || read.agent_code,
    fileHead: () => 'agente',
  },
  { name: 'plate', head: 'Placa', cell: (read) => read.plate, fileHead: () => 'placa' },
  { name: 'model', head: 'Modelo', cell: (read) => read.model, fileHead: () => 'modelo' },
  { name: 'owner', head: 'Propietario', cell: (read) => read.owner, fileHead: () => 'propietario' },
  {
    name: 'repeated',
    head: 'Repetida',
    cell: (_read, _site, isRepeat) => (isRepeat ? LABELS.yes : ''),
    fileHead: () => 'repetida',
    fileCell: (_read, _site, isRepeat) => (isRepeat ? LABELS.yes : LABELS.no),
    marksRepeats: true,
  },
]

/** Those with the agent's place: of all files, and of the live screen's report. */
export const LOCATED_COLUMNS: readonly ReadColumn[] = READ_COLUMNS.flatMap((column) =>
  column.name === 'agent' ? [column, LOCATION] : [column],
)
