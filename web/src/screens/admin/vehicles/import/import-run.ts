import type { VehicleImport, VehicleImported } from '@vehicle-control/protocol'
import { IMPORT_ROWS_MAX } from '@vehicle-control/protocol/limits'
import { ApiError } from '../../../../api/http/api-error.ts'
import type { Clock } from '../../../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../../../browser/external-store.ts'
import { IMPORT_TEXTS } from '../../../../texts/admin/admin-import.ts'
import type { FaultyRow } from './validate-row.ts'
import type { PlannedRow } from './read-import.ts'

const REASONS = IMPORT_TEXTS.reasons

/** How far an import is. */
export interface ImportProgress {
  /** `waiting`: the hub did not answer, and the chunk is sent again at `retryAt`. */
  readonly phase: 'sending' | 'waiting' | 'done'
  readonly isCancelling: boolean
  /** Epoch milliseconds, by this browser's clock; 0 while nothing is waited for. */
  readonly retryAt: number
  readonly imported: number
  /** Rows that the hub refused. */
  readonly failed: readonly FaultyRow[]
  /** Rows of a chunk whose answer never came. */
  readonly unknown: readonly FaultyRow[]
  readonly unsent: readonly FaultyRow[]
  /** The hub's refusal that ended the import; null where there was none. */
  readonly problem: unknown
}

/** An import under way. */
export interface ImportRun {
  readonly state: ReadableStore<ImportProgress>
  /** Settles once it is over, however it ends. */
  readonly start: () => Promise<void>
  /** Sends the waiting chunk again at once. */
  readonly retry: () => void
  /** Sends no further chunk; the current one is still awaited. */
  readonly cancel: () => void
}

export interface ImportRunOptions {
  rows: readonly PlannedRow[]
  send: (rows: VehicleImport['rows']) => Promise<VehicleImported>
  clock: Clock
}

/** The result of a chunk. Without an answer it was cancelled, or refused (`problem`). */
interface SentChunk {
  readonly answer: VehicleImported | null
  readonly problem: unknown
  /** An attempt without an answer may have been stored. */
  readonly mayBeStored: boolean
}

const RETRY_FIRST_MS = 2000
const RETRY_MAX_MS = 30_000

/**
 * Sends rows one chunk at a time. A chunk without an answer is sent again; rows that the hub then
 * reports as unchanged were stored the first time, and count as imported once.
 */
export function createImportRun({ rows, send, clock }: ImportRunOptions): ImportRun {
  const state = createStore<ImportProgress>({
    phase: 'sending',
    isCancelling: false,
    retryAt: 0,
    imported: 0,
    failed: [],
    unknown: [],
    unsent: [],
    problem: null,
  })
  const patch = (part: Partial<ImportProgress>) => state.set({ ...state.get(), ...part })
  let wake = () => {}
  const waitFor = (ms: number) =>
    new Promise<void>((resolve) => {
      const stop = clock.after(ms, resolve)
      wake = () => {
        stop()
        resolve()
      }
    })

  const sendChunk = async (chunk: readonly PlannedRow[]): Promise<SentChunk> => {
    const body = chunk.map(({ row }) => row)
    let mayBeStored = false
    for (let tries = 0; ; tries += 1) {
      try {
        return { answer: await send(body), problem: null, mayBeStored }
      } catch (problem) {
        mayBeStored ||= !isRefusal(problem)
        if (!isPassing(problem)) return { answer: null, problem, mayBeStored }
      }
      if (state.get().isCancelling) return { answer: null, problem: null, mayBeStored }
      const waitMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** tries)
      patch({ phase: 'waiting', retryAt: clock.now() + waitMs })
      await waitFor(waitMs)
      if (state.get().isCancelling) return { answer: null, problem: null, mayBeStored }
      patch({ phase: 'sending', retryAt: 0 })
    }
  }
  const settle = (chunk: readonly PlannedRow[], answer: VehicleImported, isRepeated: boolean) => {
    const refused: FaultyRow[] = []
    chunk.forEach((planned, i) => {
      const result = answer.results[i]
      // A twin always equals the line before it, whenever that was stored, so `same` says nothing.
      const isStored = result?.id !== null || (isRepeated && result.same && !planned.isTwin)
      if (result && isStored) return
      refused.push(faulty(planned, result?.message ?? REASONS.refused))
    })
    const { imported, failed } = state.get()
    patch({
      imported: imported + chunk.length - refused.length,
      failed: [...failed, ...refused],
    })
  }

  return {
    state,
    async start() {
      let at = 0
      let isOver = rows.length === 0
      while (!isOver) {
        const chunk = rows.slice(at, at + IMPORT_ROWS_MAX)
        const { answer, problem, mayBeStored } = await sendChunk(chunk)
        if (answer || mayBeStored) at += chunk.length
        if (answer) settle(chunk, answer, mayBeStored)
        else if (mayBeStored) patch({ unknown: chunk.map((row) => faulty(row, REASONS.unknown)) })
        if (problem !== null) patch({ problem })
        isOver = !answer || at >= rows.length || state.get().isCancelling
      }
      const unsent = rows.slice(at).map((row) => faulty(row, REASONS.unsent))
      patch({ phase: 'done', retryAt: 0, unsent })
    },
    retry: () => wake(),
    cancel() {
      patch({ isCancelling: true })
      wake()
    },
  }
}

/** Nothing was stored, and waiting makes no room. */
const isDiskFull = (failure: unknown) => failure instanceof ApiError && failure.code === 'disk_full'

const faulty = ({ line, row }: PlannedRow, reason: string): FaultyRow => ({
  line,
  cells: row,
  reason,
})

/** True where the same call may work in a while: no answer, a hub that is starting, too many calls. */
function isPassing(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || isDiskFull(failure)) return false
  return failure.status === 0 || failure.status === 429 || failure.status >= 500
}

/** True where the hub said no: it has stored nothing of the call. */
function isRefusal(failure: unknown): boolean {
  if (isDiskFull(failure)) return true
  return failure instanceof ApiError && failure.status >= 400 && failure.status < 500
}
