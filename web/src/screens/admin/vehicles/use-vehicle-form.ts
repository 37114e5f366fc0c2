import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { Vehicle } from '@vehicle-control/protocol'
import { useState } from 'react'
import { ASSETS_KEY } from '../../../api/assets/asset-lists.ts'
import { createAsset } from '../../../api/assets/assets.ts'
import { fetchAsset } from '../../../api/assets/fetch-asset.ts'
import { createVehicle, updateVehicle } from '../../../api/assets/vehicles.ts'
import { hasStatus } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { showIssues } from '../../../forms/form-issues.ts'
import { useSubmission } from '../../../forms/use-submission.ts'
import { VEHICLES_TEXTS as TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { changesReads, useHistoryQuestion } from '../history/use-history-question.tsx'
import { saveProblem } from './save-problem.ts'
import { vehicleOf } from './stored-vehicle.ts'
import type { VehicleDraft } from './use-vehicle-editor.ts'
import { vehicleName } from './vehicle-columns.tsx'
import {
  assetRequest,
  EMPTY_VALUES,
  VALUE_FAULTS,
  valuesOf,
  vehicleRequest,
  type VehicleValues,
} from './vehicle-values.ts'

/** What somebody else changed of the vehicle meanwhile; `theirs` null: it was deleted. */
interface Conflict {
  readonly before: Vehicle
  readonly theirs: Vehicle | null
}

/** The fields of the side form, and how they are saved. */
export function useVehicleForm(draft: VehicleDraft, onSaved: () => void) {
  const { api } = useApp()
  const client = useQueryClient()
  const dialogs = useDialogs()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const askHistory = useHistoryQuestion()
  const [vehicle, setVehicle] = useState(draft.vehicle)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form = useForm<VehicleValues>({
    initialValues: vehicle ? valuesOf(vehicle) : { ...EMPTY_VALUES, rfid_tag: draft.tag },
    validate: VALUE_FAULTS,
    validateInputOnBlur: false,
    onSubmitPreventDefault: 'always',
  })

  const save = async (values: VehicleValues, over: Vehicle | null) => {
    if (over) {
      const request = vehicleRequest(values, over.updated_at)
      const history = changesReads(over, request)
        ? await askHistory(over.id, vehicleName(over))
        : 'keep'
      if (history === null) return
      await updateVehicle(api, over.id, { ...request, history })
    } else if (values.type === 'vehicle') await createVehicle(api, vehicleRequest(values))
    else await createAsset(api, assetRequest(values))
    const created = values.type === 'vehicle' ? TEXTS.done.created : TEXTS.done.asset
    dialogs.notify('success', over ? TEXTS.done.updated : created)
    await client.invalidateQueries({ queryKey: [ASSETS_KEY] })
    onSaved()
  }
  /** Fetches what is stored now. */
  const raiseConflict = async (before: Vehicle) => {
    const theirs = await fetchAsset(api, before.id).catch((failure: unknown) => {
      if (hasStatus(failure, 404)) return null
      throw failure
    })
    setConflict({ before, theirs: theirs && vehicleOf(theirs) })
    void client.invalidateQueries({ queryKey: [ASSETS_KEY] })
  }
  const send = (values: VehicleValues, over: Vehicle | null) => {
    setConflict(null)
    const call = async () => {
      try {
        await save(values, over)
      } catch (failure) {
        if (!over || !(hasStatus(failure, 412) || hasStatus(failure, 404))) throw failure
        await raiseConflict(over)
      }
    }
    return submit(call, (failure) => {
      if (showIssues(form, Object.keys(EMPTY_VALUES), failure)) return true
      const { field, text } = saveProblem(failure)
      if (field === null) return false
      form.setFieldError(field, text)
      form.getInputNode(field)?.focus()
      return true
    })
  }

  return {
    form,
    vehicle,
    isBusy,
    whileBusy,
    problem: problem === null ? null : saveProblem(problem).text,
    conflict,
    send: (values: VehicleValues) => void send(values, vehicle),
    /** Fills the form with what is stored now. */
    take: (theirs: Vehicle) => {
      setVehicle(theirs)
      setConflict(null)
      form.setInitialValues(valuesOf(theirs))
      form.reset()
    },
    /** Saves the form on top of what is stored now. */
    keep: (theirs: Vehicle) => {
      setVehicle(theirs)
      if (!form.validate().hasErrors) void send(form.getValues(), theirs)
    },
  }
}
