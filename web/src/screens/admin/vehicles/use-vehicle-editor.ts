import type { Vehicle } from '@vehicle-control/protocol'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fetchAsset } from '../../../api/assets/fetch-asset.ts'
import { type CameFrom, cameFrom, comingFrom } from '../../../components/came-from.ts'
import { wordsOf } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { VEHICLES_TEXTS as TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { problemText } from '../list/problem-text.ts'
import { useFormFocus } from '../list/use-form-focus.ts'
import { type Opening, useOpening } from '../list/use-opening.ts'
import { vehicleOf } from './stored-vehicle.ts'

/** What the side form is filled with. */
export interface VehicleDraft {
  /** The form's key: another number makes a new form. */
  readonly key: number
  /** The vehicle that is edited; null for a new one. */
  readonly vehicle: Vehicle | null
  /** The tag of a new one. */
  readonly tag: string
  /** Where one is to be again once it is saved. */
  readonly from: CameFrom | null
}

/** Which vehicle the side form edits, and where the focus goes. */
export function useVehicleEditor() {
  const { api } = useApp()
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const focus = useFormFocus()
  const [draft, setDraft] = useState<VehicleDraft>({
    key: 0,
    vehicle: null,
    tag: '',
    from: null,
  })
  const [isDirty, setDirty] = useState(false)

  const fill = (vehicle: Vehicle | null, tag = '', from: CameFrom | null = null) => {
    setDirty(false)
    setDraft(({ key }) => ({ key: key + 1, vehicle, tag, from }))
  }
  const mayDiscard = () => dialogs.confirm({ text: TEXTS.form.discard, isLoss: true })
  const begin = async (vehicle: Vehicle | null, tag = '', from: CameFrom | null = null) => {
    if (isDirty && !(await mayDiscard())) return
    fill(vehicle, tag, from)
    focus.enter()
  }
  const openStored = async (id: number) => {
    try {
      const asset = await fetchAsset(api, id)
      const vehicle = vehicleOf(asset)
      if (vehicle) await begin(vehicle)
      else await navigate(`?tab=activos&editar=${id}`, { replace: true })
    } catch (problem) {
      dialogs.notify('error', wordsOf(problem, problemText(problem)))
    }
  }
  useOpening(({ tag, id, state }: Opening) => {
    void (id === null ? begin(null, tag, cameFrom(state)) : openStored(id))
  })

  const finish = (go: () => void) => {
    fill(null)
    const { from } = draft
    if (from) void navigate(from.address, { state: comingFrom(from) })
    else go()
  }

  return {
    draft,
    form: focus.form,
    noteDirty: (dirty: boolean) => {
      setDirty(dirty)
      if (dirty) focus.noteTyped()
    },
    /** Call it when the form has appeared. */
    noteShown: focus.passOn,
    /** Fills the form, after a question where that would lose what was typed. */
    begin: (vehicle: Vehicle | null) => void begin(vehicle),
    /** Makes it the form of a new vehicle again; who came to register a tag is back where they were. */
    end: () => finish(draft.vehicle ? focus.leave : focus.goOn),
    /** The same, after a question where that would lose what was typed, and out of the form. */
    close: async () => {
      if (!isDirty || (await mayDiscard())) finish(focus.leave)
    },
    /** The same, where the vehicle in it was deleted. */
    drop: ({ id }: Vehicle) => {
      if (draft.vehicle?.id === id) fill(null)
    },
  }
}
