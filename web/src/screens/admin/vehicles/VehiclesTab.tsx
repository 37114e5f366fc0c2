import { vehiclesQuery } from '../../../api/assets/vehicles.ts'
import { useApp } from '../../../app-parts.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { VEHICLES_TEXTS as TEXTS } from '../../../texts/admin-vehicles.ts'
import { EmptyList } from '../list/EmptyList.tsx'
import { ASSET_PAGE_SIZES } from '../list/list-address.ts'
import { ListBanner } from '../list/ListBanner.tsx'
import { ListFrame } from '../list/ListFrame.tsx'
import { ListSearch } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { Pager } from '../list/Pager.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { usePagedList } from '../list/use-paged-list.ts'
import { VEHICLE_COLUMNS } from './columns.tsx'

/** The tab «Vehículos». */
export function VehiclesTab() {
  const app = useApp()
  const control = useListAddress(ASSET_PAGE_SIZES)
  const { q, page, pageSize } = control
  const list = usePagedList(control, vehiclesQuery(app, { q, page, pageSize }))
  return (
    <ListFrame
      bar={
        <ListSearch
          label={TEXTS.searchLabel}
          value={q}
          onSearch={control.search}
          onAgain={list.refetch}
        />
      }
      count={list.total === null ? '' : TEXTS.count(formatCount(list.total), list.total === 1)}
      side={null}
    >
      <ListBanner problem={list.problem} onRetry={list.refetch} />
      <ListTable
        label={TEXTS.table}
        columns={VEHICLE_COLUMNS}
        rows={list.items}
        keyOf={({ id }) => id}
        isLoading={list.isLoading}
        empty={<EmptyList isSearch={q !== ''} text={TEXTS.empty} hint={TEXTS.emptyHint} />}
      />
      <Pager control={control} pages={list.pages} />
    </ListFrame>
  )
}
