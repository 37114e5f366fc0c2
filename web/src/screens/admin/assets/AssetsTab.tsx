import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Asset, AssetType } from '@vehicle-control/protocol'
import { ASSET_TAG_MAX } from '@vehicle-control/protocol/limits'
import { useSearchParams } from 'react-router-dom'
import { ASSETS_KEY } from '../../../api/assets/asset-lists.ts'
import { assetsQuery, deleteAsset } from '../../../api/assets/assets.ts'
import { ApiError, hasStatus } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin/admin-assets.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { useAssetAccess } from '../asset-access/use-asset-access.ts'
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
import { useRemoval } from '../list/use-removal.ts'
import { ASSET_TYPES, readType, TYPE_PARAMETER } from './asset-types.ts'
import { AssetForm } from './AssetForm.tsx'
import classes from './assets.module.css'
import { assetColumns, assetName } from './columns.tsx'
import { useAssetEditing } from './use-asset-editing.ts'
import { savingText } from './use-asset-saving.ts'

/** The tab «Activos». */
export function AssetsTab() {
  const app = useApp()
  const mayEdit = useMayEdit()
  const control = useListAddress(ASSET_PAGE_SIZES)
  const [type, chooseType] = useTypeFilter()
  const { q } = control
  const list = usePagedList(control, (question) => assetsQuery(app, { ...question, type }))
  const editing = useAssetEditing()
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
  const setAccess = useAssetAccess(assetName)
  const columns = assetColumns(
    mayEdit
      ? {
          onEdit: editing.edit,
          onReplaceTag: replaceTag,
          onAccess: setAccess,
          onRemove: remove,
        }
      : null,
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
            tag={editing.tag}
            form={editing.form}
            onClose={() => void editing.close()}
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
        lead={['calc(100% - 7.75rem)', '0px']}
        keyOf={({ id }) => id}
        nameOf={assetName}
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
      <Pager control={control} {...list} />
    </ListFrame>
  )
}

interface TypeFilterProps {
  /** Null: all. */
  value: AssetType | null
  onChange: (type: AssetType | null) => void
}

/** Chips that show the assets of one type, or all. */
function TypeFilter({ value, onChange }: TypeFilterProps) {
  return (
    <fieldset className="wrap" data-gap="small">
      <legend className="visually-hidden">{TEXTS.typeFilter}</legend>
      {[null, ...ASSET_TYPES].map((type) => (
        <label key={type} className={classes.type}>
          <input
            type="radio"
            name="asset-type-filter"
            className="visually-hidden"
            checked={type === value}
            onChange={() => onChange(type)}
          />
          {type === null ? TEXTS.allTypes : TEXTS.types[type]}
        </label>
      ))}
    </fieldset>
  )
}

/** Keeps the chosen type in the address; a change goes to the first page. */
function useTypeFilter(): [type: AssetType | null, choose: (type: AssetType | null) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = (type: AssetType | null) => {
    // Read from the address itself: the router lags behind while React draws the last change.
    const next = new URLSearchParams(window.location.search)
    next.delete('page')
    if (type === null) next.delete(TYPE_PARAMETER)
    else next.set(TYPE_PARAMETER, type)
    setSearch(next, { replace: true })
  }
  return [readType(search), choose]
}

/** Asks before an asset is deleted. `onGone` is called with one that is deleted, here or by others. */
function useAssetRemoval(onGone: (asset: Asset) => void): (asset: Asset) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  return useRemoval<Asset>({
    question: (asset) => ({ text: TEXTS.removeQuestion, detail: describe(asset) }),
    remove: ({ id, updated_at }) => deleteAsset(api, id, updated_at),
    done: TEXTS.removed,
    onGone,
    refresh: () => void queries.invalidateQueries({ queryKey: [ASSETS_KEY] }),
    failure: (problem, asset) =>
      hasStatus(problem, 412) ? TEXTS.changedBeforeRemoval(assetName(asset)) : removalText(problem),
  })
}

function describe(asset: Asset): string {
  const name = assetName(asset)
  const others = [asset.plate, asset.rfid_tag].filter((text) => text && text !== name)
  return [name, ...others].join(' · ')
}

function removalText(problem: unknown): string {
  // A refusal is an answer; without an answer nobody knows whether it was deleted.
  const isAnswer = problem instanceof ApiError && problem.status > 0
  const words = isAnswer ? TEXTS.removeRefused : TEXTS.removeFailed
  const reason = problem instanceof ApiError ? (problem.detail ?? problem.message) : null
  return reason === null ? words : `${words}: ${reason}`
}
