import { useQueryClient } from '@tanstack/react-query'
import type { Vehicle } from '@vehicle-control/protocol'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { ASSETS_KEY } from '../../../api/assets/asset-lists.ts'
import { deleteVehicle, vehiclesQuery } from '../../../api/assets/vehicles.ts'
import { wordsOf } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { VEHICLES_TEXTS as TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { useTagReplacement } from '../history/use-tag-replacement.ts'
import { EmptyList } from '../list/EmptyList.tsx'
import { ASSET_PAGE_SIZES } from '../list/list-address.ts'
import { ListBanner } from '../list/ListBanner.tsx'
import { ListFrame } from '../list/ListFrame.tsx'
import { ListSearch } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { Pager } from '../list/Pager.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { useMayEdit } from '../list/use-may-edit.ts'
import { usePagedList } from '../list/use-paged-list.ts'
import { useRemoval } from '../list/use-removal.ts'
import { saveProblem } from './save-problem.ts'
import { useVehicleEditor } from './use-vehicle-editor.ts'
import { VehicleBar } from './VehicleBar.tsx'
import { vehicleColumns, vehicleName } from './vehicle-columns.tsx'
import { VehicleSide } from './VehicleSide.tsx'

/** The tab «Vehículos». */
export function VehiclesTab() {
  const app = useApp()
  const mayEdit = useMayEdit()
  const control = useListAddress(ASSET_PAGE_SIZES)
  const { q, page, pageSize, search } = control
  const list = usePagedList(control, vehiclesQuery(app, { q, page, pageSize }))
  const editor = useVehicleEditor(mayEdit)
  const client = useQueryClient()
  const remove = useRemoval<Vehicle>({
    question: (vehicle) => ({ text: TEXTS.removal.question, detail: vehicleName(vehicle) }),
    remove: ({ id, updated_at }) => deleteVehicle(app.api, id, updated_at),
    onGone: editor.drop,
    refresh: () => void client.invalidateQueries({ queryKey: [ASSETS_KEY] }),
    failure: (problem) => wordsOf(problem, TEXTS.removal.failed),
  })
  const replaceTag = useTagReplacement<Vehicle>({
    nameOf: vehicleName,
    max: VEHICLE_TAG_MAX,
    faults: { required: TEXTS.faults.tagRequired, form: TEXTS.faults.tag },
    failure: (problem) => wordsOf(problem, saveProblem(problem).text),
  })
  const editing = mayEdit
    ? { onEdit: editor.begin, onReplaceTag: replaceTag, onRemove: remove }
    : null
  return (
    <ListFrame
      bar={
        <>
          <ListSearch
            label={TEXTS.searchLabel}
            value={q}
            onSearch={search}
            onAgain={list.refetch}
          />
          <VehicleBar mayEdit={mayEdit} onNew={() => editor.begin(null)} />
        </>
      }
      count={list.total === null ? '' : TEXTS.count(formatCount(list.total), list.total === 1)}
      side={mayEdit ? <VehicleSide editor={editor} /> : null}
    >
      <ListBanner problem={list.problem} onRetry={list.refetch} />
      <ListTable
        label={TEXTS.table}
        columns={vehicleColumns(editing)}
        rows={list.items}
        keyOf={({ id }) => id}
        chosen={editor.draft.vehicle?.id ?? null}
        isLoading={list.isLoading}
        empty={
          <EmptyList
            isSearch={q !== ''}
            isFailed={list.problem !== null}
            text={TEXTS.empty}
            hint={mayEdit ? TEXTS.emptyHint : undefined}
          />
        }
      />
      <Pager control={control} pages={list.pages} />
    </ListFrame>
  )
}
