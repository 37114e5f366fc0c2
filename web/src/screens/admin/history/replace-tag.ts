import type { QueryClient } from '@tanstack/react-query'
import { parseTag } from '@vehicle-control/protocol/plate-and-tag'
import { ASSETS_KEY } from '../../../api/assets/asset-lists.ts'
import { updateAsset } from '../../../api/assets/assets.ts'
import { fetchAsset } from '../../../api/assets/fetch-asset.ts'
import type { ApiClient } from '../../../api/http/client.ts'
import type { Dialogs } from '../../../dialogs/dialogs.ts'
import { HISTORY_TEXTS as TEXTS } from '../../../texts/admin/admin-history.ts'

/** A row of a list of vehicles or assets. */
export interface TaggedRow {
  readonly id: number
  readonly rfid_tag: string
  readonly updated_at: string
}

export interface TagReplacementOptions<Row> {
  nameOf: (row: Row) => string
  /** The longest tag that the tab takes, and its messages for invalid ones. */
  max: number
  faults: { readonly required: string; readonly form: string }
  /** A failure in words. */
  failure: (problem: unknown) => string
}

interface ReplacementParts {
  api: ApiClient
  dialogs: Dialogs
  queries: QueryClient
}

/** Asks for the new tag of a row, gives it to the asset, and says what came of it. */
export async function replaceTag<Row extends TaggedRow>(
  row: Row,
  { nameOf, max, faults, failure }: TagReplacementOptions<Row>,
  { api, dialogs, queries }: ReplacementParts,
): Promise<void> {
  const { id, rfid_tag: old, updated_at } = row
  const name = nameOf(row)
  const typed = await dialogs.prompt({
    text: TEXTS.newTag(name),
    isRequired: true,
    requiredText: faults.required,
    validate(text) {
      const tag = parseTag(text, max)
      if (tag === null) return faults.form
      return tag === old ? TEXTS.sameTag : null
    },
  })
  const rfid_tag = typed === null ? null : parseTag(typed, max)
  if (rfid_tag === null) return
  try {
    const stored = await fetchAsset(api, id)
    await updateAsset(api, id, { ...stored, rfid_tag, updated_at })
    dialogs.notify('success', TEXTS.replaced(name, old))
  } catch (problem) {
    dialogs.notify('error', failure(problem))
  }
  await queries.invalidateQueries({ queryKey: [ASSETS_KEY] })
}
