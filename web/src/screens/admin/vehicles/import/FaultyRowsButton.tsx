import { Button } from '@mantine/core'
import { saveFile } from '../../../../export/save-file.ts'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'
import type { FaultyRow } from './validate-row.ts'
import { faultyRowsCsv } from './faulty-rows-csv.ts'

/** Saves the rows that were not imported; nothing where there are none. */
export function FaultyRowsButton({ rows }: { rows: readonly FaultyRow[] }) {
  if (rows.length === 0) return null
  const save = async () => saveFile(await faultyRowsCsv(rows), TEXTS.faultyRowsFile)
  return (
    <Button variant="default" onClick={() => void save()}>
      {TEXTS.download}
    </Button>
  )
}
