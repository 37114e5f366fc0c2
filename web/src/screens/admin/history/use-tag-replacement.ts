import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { TEXTS } from '../../../texts/app.ts'
import type { TaggedRow, TagReplacementOptions } from './replace-tag.ts'

/** Asks for the new tag of a row and gives it to the asset; the old one is retired. */
export function useTagReplacement<Row extends TaggedRow>(
  options: TagReplacementOptions<Row>,
): (row: Row) => void {
  const { api } = useApp()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  const run = async (row: Row) => {
    // Loaded by the press: the list itself needs none of it.
    const part = await import('./replace-tag.ts').catch(() => null)
    if (part) await part.replaceTag(row, options, { api, dialogs, queries })
    else dialogs.notify('error', TEXTS.failure.away)
  }
  return (row) => void run(row)
}
