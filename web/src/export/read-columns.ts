import type { ReadLog } from '@vehicle-control/protocol'
import type { SiteClock } from '../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'

/** A column of the reads table on the dashboard, in the printable report and in files. */
export interface ReadColumn {
  /** The class of its cells, for style sheets. */
  readonly name: string
  readonly head: string
  /** The text on screen and on paper; null or empty where the read has none. */
  readonly cell: (read: ReadLog, site: SiteClock, isRepeat: boolean) => string | null
  readonly fileHead: (timeZone: string) => string
  /** The text in a file; left out, that of `cell`. */
  readonly fileCell?: ReadColumn['cell']
  /** Its width in a workbook, in characters. */
  readonly bookWidth: number
  /** Its digits stay text in a workbook, also where somebody edits the cell. */
  readonly isCode?: true
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
  bookWidth: 22,
}

/** The columns in their order: a line here is a column of the dashboard, the report and the files. */
export const READ_COLUMNS: readonly ReadColumn[] = [
  {
    name: 'at',
    head: 'Fecha y hora',
    cell: (read, site) => site.full(Date.parse(read.read_at)),
    fileHead: (timeZone) => `fecha_hora (${timeZone})`,
    fileCell: (read, site) => site.exact(Date.parse(read.read_at)),
    bookWidth: 20,
  },
  {
    name: 'tag',
    head: 'Tag',
    cell: (read) => read.uid,
    fileHead: () => 'tag',
    bookWidth: 28,
    isCode: true,
  },
  {
    name: 'agent',
    head: 'Agente',
    cell: (read) => read.agent_name || read.agent_code,
    fileHead: () => 'agente',
    bookWidth: 20,
  },
  {
    name: 'plate',
    head: 'Placa',
    cell: (read) => read.plate,
    fileHead: () => 'placa',
    bookWidth: 14,
    isCode: true,
  },
  {
    name: 'model',
    head: 'Modelo',
    cell: (read) => read.model,
    fileHead: () => 'modelo',
    bookWidth: 22,
  },
  {
    name: 'owner',
    head: 'Propietario',
    cell: (read) => read.owner,
    fileHead: () => 'propietario',
    bookWidth: 28,
  },
  {
    name: 'repeated',
    head: 'Repetida',
    cell: (_read, _site, isRepeat) => (isRepeat ? LABELS.yes : ''),
    fileHead: () => 'repetida',
    fileCell: (_read, _site, isRepeat) => (isRepeat ? LABELS.yes : LABELS.no),
    bookWidth: 10,
    marksRepeats: true,
  },
]

/** Those with the agent's place: of all files, and of the live screen's report. */
export const LOCATED_COLUMNS: readonly ReadColumn[] = READ_COLUMNS.flatMap((column) =>
  column.name === 'agent' ? [column, LOCATION] : [column],
)
