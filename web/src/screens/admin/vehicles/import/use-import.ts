import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ASSETS_KEY } from '../../../../api/assets/asset-lists.ts'
import { importVehicles } from '../../../../api/assets/import-vehicles.ts'
import { useApp } from '../../../../app-parts.ts'
import { createImportRun, type ImportRun } from './import-run.ts'
import { type ImportPlan, readImport } from './read-import.ts'

/** The largest file; fifty thousand vehicles are a tenth of it. */
export const FILE_MAX_BYTES = 32 * 1024 * 1024

/** The step that an import is at. */
export type ImportStep =
  | { readonly name: 'reading' | 'tooBig' | 'unreadable' }
  | { readonly name: 'asking'; readonly plan: ImportPlan }
  | { readonly name: 'sending'; readonly plan: ImportPlan; readonly run: ImportRun }

/** Reads a file, and sends its rows once that is wanted. `onSending` is called while rows are sent. */
export function useImport(file: File, onSending: (isSending: boolean) => void) {
  const { api, clock } = useApp()
  const client = useQueryClient()
  const [step, setStep] = useState<ImportStep>({ name: 'reading' })

  useEffect(() => {
    const abort = new AbortController()
    const read = async (): Promise<ImportStep> => {
      if (file.size > FILE_MAX_BYTES) return { name: 'tooBig' }
      const bytes = new Uint8Array(await file.arrayBuffer())
      return { name: 'asking', plan: await readImport(bytes, abort.signal) }
    }
    const take = (next: ImportStep) => {
      if (!abort.signal.aborted) setStep(next)
    }
    read().then(take, () => take({ name: 'unreadable' }))
    return () => abort.abort()
  }, [file])

  const run = step.name === 'sending' ? step.run : null
  const reportSending = useEffectEvent(onSending)
  useEffect(() => {
    if (!run) return
    const isUnderWay = () => run.state.get().phase !== 'done'
    const hold = (event: BeforeUnloadEvent) => {
      if (isUnderWay()) event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    const stop = run.state.subscribe(() => reportSending(isUnderWay()))
    return () => {
      window.removeEventListener('beforeunload', hold)
      stop()
      // Nobody would see the result of what is sent after this.
      run.cancel()
    }
  }, [run])

  return {
    step,
    /** Starts the import; a second call does nothing. */
    send: (plan: ImportPlan) => {
      if (run) return
      const begun = createImportRun({
        rows: plan.rows,
        clock,
        send: (rows) => importVehicles(api, rows),
      })
      setStep({ name: 'sending', plan, run: begun })
      onSending(true)
      void begun.start().then(() => client.invalidateQueries({ queryKey: [ASSETS_KEY] }))
    },
  }
}
