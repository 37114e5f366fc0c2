import type { Asset } from '@vehicle-control/protocol'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fetchAsset } from '../../../api/assets/fetch-asset.ts'
import { type CameFrom, cameFrom, comingFrom } from '../../../components/came-from.ts'
import { hasStatus, wordsOf } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin/admin-assets.ts'
import { useFormFocus } from '../list/use-form-focus.ts'
import { useOpening } from '../list/use-opening.ts'

/** What the form beside the list edits. */
interface Edited {
  /** Null: a new asset. */
  readonly asset: Asset | null
  readonly tag: string
  /** Where one is to be again once it is saved. */
  readonly from: CameFrom | null
  /** The form's key: another number makes a new form. */
  readonly turn: number
}

/** Which asset the form edits: chosen in the list, asked for by the address, or none. */
export function useAssetEditing() {
  const { api } = useApp()
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const { form, enter, noteTyped, leave, goOn } = useFormFocus()
  const [edited, setEdited] = useState<Edited>({
    asset: null,
    tag: '',
    from: null,
    turn: 0,
  })
  const [isDirty, setDirty] = useState(false)
  const fill = (asset: Asset | null, tag = '', from: CameFrom | null = null) => {
    setDirty(false)
    setEdited(({ turn }) => ({ asset, tag, from, turn: turn + 1 }))
  }

  const mayDiscard = () => dialogs.confirm({ text: TEXTS.form.discard, isLoss: true })
  const edit = async (asset: Asset | null, tag = '', from: CameFrom | null = null) => {
    if (isDirty && !(await mayDiscard())) return
    fill(asset, tag, from)
    enter()
  }
  const openStored = async (id: number) => {
    try {
      await edit(await fetchAsset(api, id))
    } catch (problem) {
      const text = hasStatus(problem, 404) ? TEXTS.openGone : wordsOf(problem, TEXTS.openFailed)
      dialogs.notify('error', text)
    }
  }
  useOpening(({ id, tag, state }) => {
    void (id === null ? edit(null, tag, cameFrom(state)) : openStored(id))
  })

  const finish = (go: () => void) => {
    fill(null)
    const { from } = edited
    if (from) void navigate(from.address, { state: comingFrom(from) })
    else go()
  }

  return {
    ...edited,
    form,
    noteDirty: (dirty: boolean) => {
      setDirty(dirty)
      if (dirty) noteTyped()
    },
    /** Fills the form, after a question where that would lose what was typed. */
    edit: (asset: Asset | null) => void edit(asset),
    /** Fills the form with what is stored now, whatever is in it. */
    refill: (stored: Asset) => {
      fill(stored)
      enter()
    },
    saved: () => {
      dialogs.notify('success', edited.asset ? TEXTS.updated : TEXTS.created)
      finish(edited.asset ? leave : goOn)
    },
    /** Ends editing; the focus returns to where it began. */
    end: () => finish(leave),
    /** The same, after a question where that would lose what was typed. */
    close: async () => {
      if (!isDirty || (await mayDiscard())) finish(leave)
    },
    /** Makes the form one for a new asset again, since the asset is gone. */
    drop: () => fill(null),
  }
}
