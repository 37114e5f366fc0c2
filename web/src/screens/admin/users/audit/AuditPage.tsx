import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Anchor, Box, Button, NativeSelect } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { type AuditFilter, auditCsvPath, auditQuery } from '../../../../api/people/audit.ts'
import { useSiteTimeZone } from '../../../../api/settings/public-config.ts'
import { useApp } from '../../../../app-parts.ts'
import { DateTimeField } from '../../../../forms/DateTimeField.tsx'
import { TextFilter } from '../../../../forms/TextFilter.tsx'
import { createSiteClock, type SiteClock } from '../../../../site-time/site-clock.ts'
import { formatCount } from '../../../../site-time/site-time.ts'
import { AUDIT_TEXTS as TEXTS } from '../../../../texts/admin/admin-audit.ts'
import { ADMIN_TEXTS } from '../../../../texts/admin/admin.ts'
import { BarMenu } from '../../list/BarMenu.tsx'
import { EmptyList } from '../../list/EmptyList.tsx'
import { ASSET_PAGE_SIZES } from '../../list/list-address.ts'
import { ListBanner } from '../../list/ListBanner.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { ListTable } from '../../list/ListTable.tsx'
import { Pager } from '../../list/Pager.tsx'
import { useListAddress } from '../../list/use-list-address.ts'
import { usePagedList } from '../../list/use-paged-list.ts'
import { auditColumns } from './audit-columns.tsx'
import { auditFilterOf, GROUPS, type Group, useAuditFilters } from './audit-filters.ts'
import { ChainState } from './ChainState.tsx'
import classes from './audit.module.css'

/** «Registro»: who did what to what, for superadmins. */
export function AuditPage() {
  const app = useApp()
  const timeZone = useSiteTimeZone(app)
  const clock = useMemo(() => (timeZone ? createSiteClock(timeZone) : null), [timeZone])
  const [total, setTotal] = useState<number | null>(null)
  return (
    <div className="stack" data-gap="page">
      <div className="stack" data-gap="small">
        <div className={classes.top}>
          <Anchor
            component={Link}
            to="/admin?tab=usuarios"
            underline="always"
            className="line target no-print"
          >
            <IconArrowLeft size={16} aria-hidden />
            {TEXTS.back}
          </Anchor>
          <h2 className="heading" data-paper={TEXTS.title}>
            {TEXTS.title}
          </h2>
        </div>
        <p className={`hint ${classes.intro}`}>{TEXTS.intro}</p>
        {clock && <ChainState site={clock} total={total} />}
      </div>
      {clock && timeZone ? (
        <AuditList clock={clock} timeZone={timeZone} onTotal={setTotal} />
      ) : (
        <output>{ADMIN_TEXTS.list.loading}</output>
      )}
    </div>
  )
}

/** Two of the filters share a line of a phone. */
const FIELD = '1 1 8.5rem'
const EVERYTHING: AuditFilter = { actor: '', action: '', target: '', from: null, to: null }

interface AuditListProps {
  clock: SiteClock
  timeZone: string
  /** How many entries there are; null where the list has not all of them. */
  onTotal: (total: number | null) => void
}

function AuditList({ clock, timeZone, onTotal }: AuditListProps) {
  const { api, serverClock } = useApp()
  const control = useListAddress(ASSET_PAGE_SIZES)
  const { q } = control
  const { filters, choose, clear } = useAuditFilters()
  const filter = auditFilterOf(q, filters, clock)
  const list = usePagedList(control, (question) => ({
    ...auditQuery(api, filter ?? EVERYTHING, question),
    enabled: filter !== null,
  }))
  const { total } = list
  const thisYear = clock.day(serverClock.now()).slice(0, 4)
  const columns = useMemo(() => auditColumns(clock, thisYear), [clock, thisYear])
  const { group, target, from, to } = filters
  const isNarrowed = q !== '' || group !== 'all' || target !== '' || from !== '' || to !== ''
  useEffect(() => onTotal(isNarrowed ? null : total), [onTotal, isNarrowed, total])
  const [isUnfolded, setUnfolded] = useState(isNarrowed)
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
          <Button
            className={classes.opener ?? ''}
            variant="default"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {TEXTS.filters}
          </Button>
          <BarMenu>
            {filter !== null && (
              <Button component="a" href={auditCsvPath(filter)} download variant="default">
                {TEXTS.exportCsv}
              </Button>
            )}
          </BarMenu>
          <Box
            component="section"
            aria-label={TEXTS.filters}
            className={`wrap no-print ${classes.filters}`}
            data-unfolded={isUnfolded || undefined}
            flex="1 1 100%"
          >
            <NativeSelect
              flex={FIELD}
              label={TEXTS.what}
              value={group}
              data={(Object.keys(GROUPS) as Group[]).map((value) => {
                return { value, label: TEXTS.groups[value] }
              })}
              onChange={({ currentTarget: { value } }) =>
                choose('que', value === 'all' ? '' : value)
              }
            />
            <Box flex={FIELD}>
              <TextFilter
                label={TEXTS.target}
                value={target}
                onChange={(value) => choose('objeto', value)}
              />
            </Box>
            <Box flex={FIELD}>
              <DateTimeField
                label={TEXTS.from}
                value={from}
                fault={filter === null ? TEXTS.disordered : null}
                title={TEXTS.zone(timeZone)}
                onChange={(wall) => choose('desde', wall)}
              />
            </Box>
            <Box flex={FIELD}>
              <DateTimeField
                label={TEXTS.to}
                value={to}
                fault={null}
                title={TEXTS.zone(timeZone)}
                onChange={(wall) => choose('hasta', wall)}
              />
            </Box>
            {isNarrowed && (
              <Button variant="default" onClick={clear} style={{ alignSelf: 'end' }}>
                {TEXTS.clear}
              </Button>
            )}
          </Box>
        </>
      }
      count={total === null ? '' : TEXTS.count(formatCount(total), total === 1)}
      side={null}
    >
      <ListBanner problem={list.problem} onRetry={list.refetch} />
      <ListTable
        label={TEXTS.table}
        columns={columns}
        rows={filter === null ? [] : list.items}
        lead={['calc(100% - 8.6rem)', '0px']}
        keyOf={({ id }) => id}
        nameOf={({ id, action }) => `${TEXTS.actions[action] ?? action} (${id})`}
        isLoading={filter !== null && list.isLoading}
        empty={
          <EmptyList
            isSearch={false}
            isFailed={list.problem !== null}
            text={TEXTS.empty}
            hint={TEXTS.emptyHint}
          />
        }
      />
      <Pager control={control} {...list} />
    </ListFrame>
  )
}
