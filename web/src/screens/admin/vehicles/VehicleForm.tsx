import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button, NativeSelect } from '@mantine/core'
import type { Vehicle } from '@vehicle-control/protocol'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { VEHICLE_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { DraftNotice } from '../../../forms/DraftNotice.tsx'
import { focusFirst } from '../../../forms/form-issues.ts'
import { Problem } from '../../../forms/Problem.tsx'
import { typedIn, useKeptDraft } from '../../../forms/use-kept-draft.ts'
import { SubmitButton } from '../../../forms/SubmitButton.tsx'
import { VEHICLES_TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { changedFields, type FieldLabel } from '../list/changed-fields.ts'
import { ChangedNotice } from '../list/ChangedNotice.tsx'
import { LongTagNotice } from './LongTagNotice.tsx'
import { useVehicleForm } from './use-vehicle-form.ts'
import type { VehicleDraft } from './use-vehicle-editor.ts'
import { VehicleFields } from './VehicleFields.tsx'

const LABELS = VEHICLES_TEXTS.form
const TYPES = Object.entries(LABELS.types).map(([value, label]) => ({ value, label }))
const FIELDS: readonly FieldLabel<Vehicle>[] = VEHICLE_COLUMNS.map((field) => {
  return { field, label: LABELS.fields[field] }
})

interface VehicleFormProps {
  draft: VehicleDraft
  /** Called when it is in the page. */
  onShown: () => void
  /** Called when the form was saved or cancelled. */
  onEnd: () => void
  onDirty: (isDirty: boolean) => void
}

/**
 * The form that makes a vehicle or another asset, or edits a vehicle; where its tag is too long for
 * this tab, it says where it is edited.
 */
export function VehicleForm(props: VehicleFormProps) {
  const { vehicle } = props.draft
  return vehicle && vehicle.rfid_tag.length > VEHICLE_TAG_MAX ? (
    <LongTagNotice id={vehicle.id} onEnd={props.onEnd} />
  ) : (
    <Fields {...props} />
  )
}

function Fields({ draft, onShown, onEnd, onDirty }: VehicleFormProps) {
  const editing = useVehicleForm(draft, onEnd)
  const { form, vehicle, isBusy, whileBusy, problem, conflict } = editing
  const [isPhotoBusy, setPhotoBusy] = useState(false)
  const isDirty = form.isDirty()
  const noteDirty = useEffectEvent(onDirty)
  // Before the next key: Esc asks by it.
  useLayoutEffect(() => noteDirty(isDirty), [isDirty])
  const shown = useEffectEvent(onShown)
  useEffect(() => shown(), [])
  const { theirs = null, before } = conflict ?? {}
  const isRestored = useKeptDraft({
    name: `vehicle ${vehicle?.id ?? 'new'}`,
    query: { tab: 'vehiculos', ...(vehicle && { editar: String(vehicle.id) }) },
    read: () => typedIn(form, vehicle === null),
    restore: form.setValues,
  })
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          if (!isPhotoBusy) editing.send(values)
        },
        (errors) => focusFirst(form, errors),
      )}
    >
      <DraftNotice isShown={isRestored} />
      {before && (
        <ChangedNotice
          changes={theirs && changedFields(FIELDS, before, theirs)}
          isBusy={isBusy}
          onTake={() => theirs && editing.take(theirs)}
          onKeep={() => theirs && editing.keep(theirs)}
        />
      )}
      <Problem>{problem}</Problem>
      <NativeSelect
        label={LABELS.type}
        data={TYPES}
        disabled={vehicle !== null}
        {...form.getInputProps('type')}
      />
      <VehicleFields form={form} whileBusy={whileBusy} onPhotoBusy={setPhotoBusy} />
      {isPhotoBusy && <output>{LABELS.photoBusy}</output>}
      <SubmitButton isBusy={isBusy || isPhotoBusy}>
        {vehicle ? LABELS.save : LABELS.saveNew}
      </SubmitButton>
      {vehicle && (
        <Button variant="default" size="md" fullWidth onClick={onEnd}>
          {LABELS.cancel}
        </Button>
      )}
    </form>
  )
}
