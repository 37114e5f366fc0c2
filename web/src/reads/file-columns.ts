import type { SiteClock } from '../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import { DECISION_TEXTS } from '../texts/reads/decision.ts'
import { READ_COLUMNS, type ReadColumn, type ReadColumnName, type ShownRead } from './columns.ts'
import { decisionText } from './decision/decision-text.ts'

/** How a column looks in a file. */
interface FileLook {
  readonly fileHead: (timeZone: string) => string
  /** Its width in a workbook, in characters. */
  readonly bookWidth: number
  /** Its digits stay text in a workbook, also where somebody edits the cell. */
  readonly isCode?: true
}

/** A column of the report and of files. */
export interface FileColumn extends Pick<ReadColumn, 'head'>, FileLook {
  readonly name: ReadColumnName | 'repeated' | 'decision'
  /** Null or empty where the read has no such text. */
  readonly cell: (read: ShownRead, site: SiteClock, isRepeat: boolean) => string | null
}

const { yes, no } = DASHBOARD_TEXTS.exports

const LOOKS: Readonly<Record<ReadColumnName, FileLook>> = {
  at: { fileHead: (timeZone) => `fecha_hora (${timeZone})`, bookWidth: 20 },
  tag: { fileHead: () => 'tag', bookWidth: 28, isCode: true },
  agent: { fileHead: () => 'agente', bookWidth: 20 },
  location: { fileHead: () => 'ubicacion', bookWidth: 22 },
  plate: { fileHead: () => 'placa', bookWidth: 14, isCode: true },
  model: { fileHead: () => 'modelo', bookWidth: 22 },
  owner: { fileHead: () => 'propietario', bookWidth: 28 },
}

/** The columns of all files, and of the live screen's report; behind them stand decisions. */
export const FILE_COLUMNS: readonly FileColumn[] = [
  ...READ_COLUMNS.map(({ name, head, text }): FileColumn => {
    return { name, head, cell: (read, site) => text(read, site.exact), ...LOOKS[name] }
  }),
  {
    name: 'repeated',
    head: 'Repetida',
    cell: (_read, _site, isRepeat) => (isRepeat ? yes : no),
    fileHead: () => 'repetida',
    bookWidth: 10,
  },
]

/** What gates decided: the last one, and only where one of the reads has it. */
const DECISION_COLUMN: FileColumn = {
  name: 'decision',
  head: DECISION_TEXTS.title,
  cell: ({ decision }) => (decision ? decisionText(decision) : null),
  fileHead: () => 'decision',
  bookWidth: 30,
}

/** These columns, and that of decisions where these reads have some. */
export function withDecisions(
  columns: readonly FileColumn[],
  reads: readonly Pick<ShownRead, 'decision'>[],
): readonly FileColumn[] {
  return reads.some(({ decision }) => decision) ? [...columns, DECISION_COLUMN] : columns
}
