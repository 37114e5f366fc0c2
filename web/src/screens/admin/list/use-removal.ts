import { useRef } from 'react'
import { hasStatus } from '../../../api/http/api-error.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { LIST_COUNT } from './ListFrame.tsx'

interface RemovalOptions<Row> {
  /** «¿…?» with the row's name. */
  question: (row: Row) => { text: string; detail: string }
  remove: (row: Row) => Promise<unknown>
  /** After a removal, and after a row turned out to be gone already: the list is old. */
  onGone: (row: Row) => void
  /** A failure in words. */
  failure: (problem: unknown) => string
}

/** Asks, removes and says what failed; one row at a time. */
export function useRemoval<Row>(options: RemovalOptions<Row>): (row: Row) => void {
  const dialogs = useDialogs()
  const isBusy = useRef(false)
  const run = async (row: Row) => {
    if (isBusy.current) return
    isBusy.current = true
    const { question, remove, onGone, failure } = options
    try {
      if (!(await dialogs.confirm({ ...question(row), isRemoval: true }))) return
      await remove(row)
      onGone(row)
      // Its button goes with the row.
      document.querySelector<HTMLElement>(`[${LIST_COUNT}]`)?.focus()
    } catch (problem) {
      if (hasStatus(problem, 404)) onGone(row)
      dialogs.notify('error', failure(problem))
    } finally {
      isBusy.current = false
    }
  }
  return (row) => void run(row)
}
