import type { Asset } from '@vehicle-control/protocol'
import { useState } from 'react'
import { fetchAsset } from '../../../api/assets/fetch-asset.ts'
import { hasStatus, wordsOf } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin-assets.ts'
import { useFormFocus } from '../list/use-form-focus.ts'
import { useOpening } from '../list/use-opening.ts'

/** What the form beside the list is about. */
interface Edited {
  /** Null: a new asset. */
  readonly asset: Asset | null
  readonly tag: string
  /** Another one is another form. */
  readonly turn: number
}

/** Which asset the form edits: chosen in the list, asked for by the address, or none. */
export function useAssetEditing(mayEdit: boolean) {
  const { api } = useApp()
  const dialogs = useDialogs()
  const { form, enter, leave } = useFormFocus()
  const [edited, setEdited] = useState<Edited>({ asset: null, tag: '', turn: 0 })
  const begin = (asset: Asset | null, tag = '') =>
    setEdited(({ turn }) => ({ asset, tag, turn: turn + 1 }))

  const edit = (asset: Asset | null, tag?: string) => {
    begin(asset, tag)
    enter()
  }
  const end = () => {
    begin(null)
    leave()
  }
  useOpening(({ id, tag }) => {
    if (!mayEdit) return
    if (id === null) return edit(null, tag)
    fetchAsset(api, id).then(edit, (problem: unknown) => {
      const text = hasStatus(problem, 404) ? TEXTS.openGone : wordsOf(problem, TEXTS.openFailed)
      dialogs.notify('error', text)
    })
  })

  const saved = () => {
    dialogs.notify('success', edited.asset ? TEXTS.updated : TEXTS.created)
    if (edited.asset) return end()
    // The next new one is often entered right away.
    begin(null)
    enter()
  }

  return {
    ...edited,
    form,
    edit,
    saved,
    /** Gives up editing; the focus goes back to where it began. */
    end,
    /** The asset is gone: the form is one for a new asset again. */
    drop: () => begin(null),
  }
}
