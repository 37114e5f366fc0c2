import type { LogsResponse } from '@vehicle-control/protocol'
import { LOGS_LIMIT_MAX } from '@vehicle-control/protocol/limits'
import { isUnregistered } from '../../../api/reads/is-unregistered.ts'
import type { TimeSpan } from '../../../api/reads/time-span.ts'
import type { AppParts } from '../../../app-parts.ts'
import type { BookFact } from '../../../export/book/reads-book.ts'
import { type ExportProgress, isCut } from '../../../export/count-rows.ts'
import { fetchForExport } from '../../../export/export-reads.ts'
import { exportName } from '../../../export/file-name.ts'
import { saveFile } from '../../../export/save-file.ts'
import { searchedWords } from '../../../export/searched-words.ts'
import { fetchSiteTitle } from '../../../api/settings/site-title.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { TEXTS } from '../../../texts/app.ts'
import { DOCUMENT_TEXTS } from '../../../texts/reads/documents.ts'
import type { Filters } from '../filters/filters.ts'
import { spanOf, spanText } from '../filters/range.ts'

/** The files that reads are written to: the specification's «Excel» is the CSV, `xlsx` the workbook. */
export type ReadsFormat = 'csv' | 'xlsx'

interface WriteOptions {
  format: ReadsFormat
  filters: Filters
  site: SiteClock
  signal: AbortSignal
  onProgress: (progress: ExportProgress) => void
}

interface FoundReads {
  answer: LogsResponse
  span: TimeSpan
  now: number
  isPart: boolean
}

/** Turns found reads into a file. */
interface Writer {
  onText?: (piece: string) => void
  write(found: FoundReads, options: WriteOptions): Promise<Blob>
  end?(): void
}

/** Saves the reads of the filters as a file; null where there are none. Loaded by the click. */
export async function writeReads(app: AppParts, options: WriteOptions) {
  const { format, filters, site, signal, onProgress } = options
  const now = app.serverClock.now()
  const span = spanOf(filters, site, now)
  const writer = format === 'csv' ? await csvWriter() : await bookWriter(app, signal)
  const endWriter = () => writer.end?.()
  signal.addEventListener('abort', endWriter)
  try {
    const { onText } = writer
    const search = { search: filters, span, limit: LOGS_LIMIT_MAX }
    const answer = await fetchForExport(app.api, { ...search, signal, onProgress, onText })
    const rows = answer.logs.length
    if (rows === 0) return null
    const isPart = answer.truncated || isCut(rows, answer, LOGS_LIMIT_MAX)
    const file = await writer.write({ answer, span, now, isPart }, options)
    const name = exportName({ span, now, site, search: filters, extension: format })
    saveFile(file, name)
    return { name, rows, isPart }
  } finally {
    signal.removeEventListener('abort', endWriter)
    endWriter()
  }
}

async function csvWriter(): Promise<Writer> {
  const { readsCsv } = await import('../../../export/reads-csv.ts')
  return { write: ({ answer }, { site, signal }) => readsCsv(answer.logs, site, { signal }) }
}

async function bookWriter({ api, session }: AppParts, signal: AbortSignal): Promise<Writer> {
  const [{ createBookMaker }, title] = await Promise.all([
    import('../../../export/book/book-maker.ts'),
    fetchSiteTitle(api, signal),
  ])
  const author = session.state.get().name
  const maker = createBookMaker()
  return {
    onText: (piece) => maker.take(piece),
    write: (found, { filters, site }) =>
      maker.make({
        timeZone: site.timeZone,
        facts: bookFacts(found, { filters, site, title, author }),
      }),
    end: () => maker.end(),
  }
}

interface FactsOptions extends Pick<WriteOptions, 'filters' | 'site'> {
  title: string
  author: string
}

function bookFacts(found: FoundReads, { filters, site, title, author }: FactsOptions): BookFact[] {
  const { answer, span, now, isPart } = found
  const { facts, noFilters } = DOCUMENT_TEXTS
  const unknown = answer.logs.filter(isUnregistered).length
  return [
    [facts.document, facts.title(TEXTS.app)],
    [facts.site, title],
    [facts.range, spanText({ ...span, to: span.to ?? now }, site)],
    [facts.zone, facts.zoneNote(site.timeZone)],
    [facts.filters, searchedWords(filters).join(' · ') || noFilters],
    [facts.rows, formatCount(answer.logs.length)],
    [facts.unknownRows, formatCount(unknown)],
    [facts.made, site.exact(now)],
    [facts.author, author],
    ...(isPart ? [[facts.note, facts.part] as const] : []),
  ]
}
