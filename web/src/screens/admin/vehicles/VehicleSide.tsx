import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { Suspense } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { VEHICLES_TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { SideForm } from '../list/SideForm.tsx'
import { LongTagNotice } from './LongTagNotice.tsx'
import type { useVehicleEditor } from './use-vehicle-editor.ts'

const LABELS = VEHICLES_TEXTS.form
// After the list, which is what everybody comes for.
const VehicleForm = lazyPart(async () => (await import('./VehicleForm.tsx')).VehicleForm)

/** «Nuevo registro» or «Editar registro». */
export function VehicleSide({ editor }: { editor: ReturnType<typeof useVehicleEditor> }) {
  const { draft, form, end, noteDirty } = editor
  const { key, vehicle } = draft
  return (
    <SideForm title={vehicle ? LABELS.edit : LABELS.create} form={form}>
      {vehicle && vehicle.rfid_tag.length > VEHICLE_TAG_MAX ? (
        <LongTagNotice key={key} id={vehicle.id} onEnd={end} />
      ) : (
        <Suspense>
          <VehicleForm key={key} draft={draft} onEnd={end} onDirty={noteDirty} />
        </Suspense>
      )}
    </SideForm>
  )
}
