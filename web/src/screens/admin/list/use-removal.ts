import { useRef } from 'react'
import { hasStatus } from '../../../api/http/api-error.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { LIST_COUNT } from './ListFrame.tsx'

interface RemovalOptions<Row> {
  /** «¿…?» with the row's name. */
  question: (row: Row) => { text: string; detail: string }
  remove: (row: Row) => Promise<unknown>
  /** Says that it was removed; without it `onGone` does. */
  done?: string
  /** Called when the row is gone, removed here or by somebody else. */
  onGone: (row: Row) => void
  /** Loads the list again: after a removal, and where it was out of date. */
  refresh: () => void
  /** A failure in words. */
  failure: (problem: unknown, row: Row) => string
}

/** Asks, removes and says what failed; one row at a time. */
export function useRemoval<Row>(options: RemovalOptions<Row>): (row: Row) => void {
  const dialogs = useDialogs()
  const isBusy = useRef(false)
  const run = async (row: Row) => {
    if (isBusy.current) return
    isBusy.current = true
    const { question, remove, done, onGone, refresh, failure } = options
    try {
      if (!(await dialogs.confirm({ ...question(row), isRemoval: true }))) return
      await remove(row)
      refresh()
      onGone(row)
      if (done) dialogs.notify('success', done)
      // The row's button, which had the focus, disappears with it.
      document.querySelector<HTMLElement>(`[${LIST_COUNT}]`)?.focus()
    } catch (problem) {
      const isGone = hasStatus(problem, 404)
      if (isGone || hasStatus(problem, 412)) refresh()
      if (isGone) onGone(row)
      dialogs.notify('error', failure(problem, row))
    } finally {
      isBusy.current = false
    }
  }
  return (row) => void run(row)
}
