import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@vehicle-control/protocol'
import { Suspense, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { usersQuery } from '../../../api/people/users.ts'
import { wallsQuery } from '../../../api/people/walls.ts'
import { useSiteTimeZone } from '../../../api/settings/public-config.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { saveFile } from '../../../export/save-file.ts'
import { createSiteTime, formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { USERS_TEXTS as TEXTS } from '../../../texts/admin/admin-users.ts'
import { TEXTS as APP_TEXTS } from '../../../texts/app.ts'
import { BarMenu } from '../list/BarMenu.tsx'
import { EmptyList } from '../list/EmptyList.tsx'
import { ASSET_PAGE_SIZES } from '../list/list-address.ts'
import { ListBanner } from '../list/ListBanner.tsx'
import { ListFrame } from '../list/ListFrame.tsx'
import { ListSearch } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { Pager } from '../list/Pager.tsx'
import { fetchWholeList } from '../list/print/whole-list.ts'
import { type ListControl, useListAddress } from '../list/use-list-address.ts'
import { type PagedList, usePagedList } from '../list/use-paged-list.ts'
import { useUserActs } from './use-user-acts.tsx'
import { userColumns } from './user-columns.tsx'
import { ROLES, STATES, useUserFilters } from './user-filters.ts'
import classes from './users.module.css'

const AuditPage = lazyPart(async () => (await import('./audit/AuditPage.tsx')).AuditPage)

/** The tab «Usuarios», for superadmins, and by `?vista=registro` what everybody did. */
export function UsersTab() {
  const [search] = useSearchParams()
  if (search.get('vista') !== 'registro') return <Users />
  return (
    <Suspense fallback={<output>{ADMIN_TEXTS.list.loading}</output>}>
      <AuditPage />
    </Suspense>
  )
}

function Users() {
  const app = useApp()
  const ownId = useStore(app.session.state, ({ id }) => id)
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => (timeZone ? createSiteTime(timeZone) : null), [timeZone])
  const control = useListAddress(ASSET_PAGE_SIZES)
  const { q } = control
  const filters = useUserFilters()
  const { role, state } = filters
  const list = usePagedList(control, (question) => usersQuery(app, { ...question, role, state }))
  const walls = useQuery(wallsQuery(app.api)).data
  const acts = useUserActs(site)
  const exportCsv = useUsersExport(list, control)
  const columns = userColumns({ site, ownId, walls: walls ?? [], acts })
  const isNarrowed = q !== '' || role !== null || state !== null
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
          <Button onClick={acts.invite}>{TEXTS.invite}</Button>
          <BarMenu>
            <Button variant="default" onClick={() => site && void exportCsv(site)}>
              {TEXTS.exportCsv}
            </Button>
            <Button component={Link} to="/admin?tab=usuarios&vista=registro" variant="default">
              {TEXTS.audit}
            </Button>
          </BarMenu>
          <div className={classes.filters}>
            <NativeSelect
              flex={1}
              miw={0}
              aria-label={TEXTS.filters.role}
              value={role ?? ''}
              data={[
                { value: '', label: TEXTS.filters.allRoles },
                ...ROLES.map((value) => ({ value, label: APP_TEXTS.account.roles[value] })),
              ]}
              onChange={({ currentTarget: { value } }) => filters.choose('rol', value)}
            />
            <NativeSelect
              flex={1}
              miw={0}
              aria-label={TEXTS.filters.state}
              value={state ?? ''}
              data={[
                { value: '', label: TEXTS.filters.allStates },
                ...STATES.map((value) => ({ value, label: TEXTS.states[value] })),
              ]}
              onChange={({ currentTarget: { value } }) => filters.choose('estado', value)}
            />
          </div>
        </>
      }
      count={list.total === null ? '' : TEXTS.count(formatCount(list.total), list.total === 1)}
      side={null}
    >
      <ListBanner problem={list.problem} onRetry={list.refetch} />
      <ListTable
        label={TEXTS.table}
        columns={columns}
        rows={list.items}
        keyOf={({ id }) => id}
        nameOf={({ email }) => email}
        isLoading={list.isLoading}
        empty={
          <EmptyList
            isSearch={false}
            isFailed={list.problem !== null}
            text={TEXTS.empty}
            hint={isNarrowed ? TEXTS.noMatchHint : TEXTS.emptyHint}
          />
        }
      />
      <Pager control={control} {...list} />
    </ListFrame>
  )
}

/** Saves all rows that are searched for as a file. */
function useUsersExport({ print }: PagedList<User>, control: ListControl) {
  const { serverClock } = useApp()
  const dialogs = useDialogs()
  return async (site: SiteTime) => {
    try {
      const { usersCsv } = await import('./users-csv.ts')
      const { rows, total } = await fetchWholeList(print, control)
      const day = site.day(serverClock.now())
      saveFile(usersCsv(rows, site.timeZone), `usuarios_${day}.csv`)
      const isCut = rows.length < total
      if (isCut) dialogs.notify('warning', TEXTS.csv.cut(formatCount(rows.length)))
    } catch {
      dialogs.notify('error', TEXTS.csv.failed)
    }
  }
}
