import { Button } from '@mantine/core'
import { saveFile } from '../../../../export/save-file.ts'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'
import type { FaultyRow } from './judge-row.ts'
import { mendCsv } from './mend-csv.ts'

/** Saves the rows that were not imported; nothing where there are none. */
export function MendButton({ rows }: { rows: readonly FaultyRow[] }) {
  if (rows.length === 0) return null
  const save = async () => saveFile(await mendCsv(rows), TEXTS.mendFile)
  return (
    <Button variant="default" onClick={() => void save()}>
      {TEXTS.download}
    </Button>
  )
}
