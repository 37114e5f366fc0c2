import { Button } from '@mantine/core'
import type { Asset } from '@vehicle-control/protocol'
import { ASSET_TAG_MAX } from '@vehicle-control/protocol/limits'
import { assetsQuery } from '../../../api/assets/assets.ts'
import { useApp } from '../../../app-parts.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin/admin-assets.ts'
import { useTagReplacement } from '../history/use-tag-replacement.ts'
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
import { AssetForm } from './AssetForm.tsx'
import { assetColumns, assetName } from './columns.tsx'
import { TypeFilter } from './TypeFilter.tsx'
import { useAssetEditing } from './use-asset-editing.ts'
import { useAssetRemoval } from './use-asset-removal.ts'
import { savingText } from './use-asset-saving.ts'
import { useTypeFilter } from './use-type-filter.ts'

/** The tab «Activos». */
export function AssetsTab() {
  const app = useApp()
  const mayEdit = useMayEdit()
  const control = useListAddress(ASSET_PAGE_SIZES)
  const [type, chooseType] = useTypeFilter()
  const { q, page, pageSize } = control
  const list = usePagedList(control, assetsQuery(app, { q, page, pageSize, type }))
  const editing = useAssetEditing(mayEdit)
  const { asset } = editing
  const remove = useAssetRemoval(({ id }: Asset) => {
    if (id === asset?.id) editing.drop()
  })
  const isNarrowed = q !== '' || type !== null
  const replaceTag = useTagReplacement<Asset>({
    nameOf: assetName,
    max: ASSET_TAG_MAX,
    faults: { required: TEXTS.faults.tag, form: TEXTS.faults.tagForm },
    failure: savingText,
  })
  const columns = assetColumns(
    mayEdit ? { onEdit: editing.edit, onReplaceTag: replaceTag, onRemove: remove } : null,
  )
  return (
    <ListFrame
      bar={
        <>
          <ListSearch
            label={TEXTS.searchLabel}
            value={q}
            onSearch={control.search}
            onAgain={list.refetch}
          />
          {mayEdit && <Button onClick={() => editing.edit(null)}>{TEXTS.create}</Button>}
          <TypeFilter value={type} onChange={chooseType} />
        </>
      }
      count={list.total === null ? '' : TEXTS.count(formatCount(list.total), list.total === 1)}
      side={
        mayEdit ? (
          <SideForm
            title={asset ? TEXTS.form.editTitle : TEXTS.form.createTitle}
            form={editing.form}
          >
            <AssetForm
              key={editing.turn}
              asset={asset}
              tag={editing.tag}
              onSaved={editing.saved}
              onCancel={editing.end}
              onRefill={editing.refill}
              onDirty={editing.noteDirty}
            />
          </SideForm>
        ) : null
      }
    >
      <ListBanner problem={list.problem} onRetry={list.refetch} />
      <ListTable
        label={TEXTS.table}
        columns={columns}
        rows={list.items}
        keyOf={({ id }) => id}
        chosen={asset?.id ?? null}
        isLoading={list.isLoading}
        empty={
          <EmptyList
            isSearch={false}
            isFailed={list.problem !== null}
            text={TEXTS.empty}
            hint={isNarrowed ? ADMIN_TEXTS.list.noMatchHint : mayEdit ? TEXTS.emptyHint : undefined}
          />
        }
      />
      <Pager control={control} pages={list.pages} />
    </ListFrame>
  )
}
