import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Vehicle } from '@vehicle-control/protocol'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { Suspense } from 'react'
import { ASSETS_KEY } from '../../../api/assets/asset-lists.ts'
import { deleteVehicle, VEHICLES_CSV, vehiclesQuery } from '../../../api/assets/vehicles.ts'
import { wordsOf } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { VEHICLES_TEXTS as TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { useAssetAccess } from '../asset-access/use-asset-access.ts'
import { useTagReplacement } from '../history/use-tag-replacement.ts'
import { BarMenu } from '../list/BarMenu.tsx'
import { EmptyList } from '../list/EmptyList.tsx'
import { ASSET_PAGE_SIZES } from '../list/list-address.ts'
import { ListBanner } from '../list/ListBanner.tsx'
import { ListFrame } from '../list/ListFrame.tsx'
import { ListSearch } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { Pager } from '../list/Pager.tsx'
import { SideForm } from '../list/SideForm.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { useMayEdit } from '../list/use-may-edit.ts'
import { usePagedList } from '../list/use-paged-list.ts'
import { useRemoval } from '../list/use-removal.ts'
import { ImportButton } from './import/ImportButton.tsx'
import { saveProblem } from './save-problem.ts'
import { useVehicleEditor } from './use-vehicle-editor.ts'
import { vehicleColumns, vehicleName } from './vehicle-columns.tsx'

const LABELS = TEXTS.form
// Loaded after the list, which everybody comes for.
const VehicleForm = lazyPart(async () => (await import('./VehicleForm.tsx')).VehicleForm)

/** The tab «Vehículos». */
export function VehiclesTab() {
  const app = useApp()
  const mayEdit = useMayEdit()
  const control = useListAddress(ASSET_PAGE_SIZES)
  const { q, search } = control
  const list = usePagedList(control, (question) => vehiclesQuery(app, question))
  const editor = useVehicleEditor()
  const client = useQueryClient()
  const remove = useRemoval<Vehicle>({
    question: (vehicle) => ({ text: TEXTS.removal.question, detail: vehicleName(vehicle) }),
    remove: ({ id, updated_at }) => deleteVehicle(app.api, id, updated_at),
    done: TEXTS.done.removed,
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
  const setAccess = useAssetAccess<Vehicle>(vehicleName)
  const editing = mayEdit
    ? { onEdit: editor.begin, onReplaceTag: replaceTag, onAccess: setAccess, onRemove: remove }
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
        nameOf={vehicleName}
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
      <Pager control={control} {...list} />
    </ListFrame>
  )
}

/** «Nuevo registro» or «Editar registro». */
function VehicleSide({ editor }: { editor: ReturnType<typeof useVehicleEditor> }) {
  const { draft, form, end, close, noteDirty, noteShown } = editor
  const { key, vehicle } = draft
  return (
    <SideForm
      title={vehicle ? LABELS.edit : LABELS.create}
      tag={draft.tag}
      form={form}
      onClose={() => void close()}
    >
      <Suspense>
        <VehicleForm key={key} draft={draft} onShown={noteShown} onEnd={end} onDirty={noteDirty} />
      </Suspense>
    </SideForm>
  )
}

interface VehicleBarProps {
  mayEdit: boolean
  onNew: () => void
}

/** The buttons above the list: new, template, export, import. */
function VehicleBar({ mayEdit, onNew }: VehicleBarProps) {
  return (
    <div className="wrap">
      {mayEdit && <Button onClick={onNew}>{TEXTS.create}</Button>}
      <BarMenu>
        {mayEdit && <CsvLink to={VEHICLES_CSV.template} text={TEXTS.template} />}
        <CsvLink to={VEHICLES_CSV.all} text={TEXTS.exportCsv} />
        {mayEdit && <ImportButton />}
      </BarMenu>
    </div>
  )
}

/** A plain download link: a refusal is a failed download, and the page stays. */
function CsvLink({ to, text }: { to: string; text: string }) {
  return (
    <Button component="a" href={to} download variant="default">
      {text}
    </Button>
  )
}
