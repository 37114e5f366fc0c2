import type { NamedAsset } from '@vehicle-control/protocol'
import type { Store } from '../browser/external-store.ts'

/** Tags that were registered since they were read, as far as this page heard of it, by their uid. */
export type TagsNow = ReadonlyMap<string, NamedAsset>

/** Far more than anybody registers while a page is open. */
const REMEMBERED = 1000

/** Notes whose these tags are from now on, nobody's where it is null: the oldest are forgotten first. */
export function noteTags(
  tagsNow: Store<TagsNow>,
  changes: readonly { readonly uid: string; readonly asset: NamedAsset | null }[],
): void {
  const next = new Map(tagsNow.get())
  for (const { uid, asset } of changes) {
    // The newest last.
    next.delete(uid)
    if (asset) next.set(uid, asset)
  }
  for (const uid of next.keys()) {
    if (next.size <= REMEMBERED) break
    next.delete(uid)
  }
  tagsNow.set(next)
}
