import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button, NativeSelect } from '@mantine/core'
import { IconDeviceTv } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentDetail } from '@vehicle-control/protocol'
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { AGENT_DETAILS_KEY } from '../../../api/agents/admin-agents.ts'
import { hubVersionQuery } from '../../../api/settings/hub-version.ts'
import { useSiteTimeZone } from '../../../api/settings/public-config.ts'
import { useApp } from '../../../app-parts.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { draftOf } from '../../../forms/kept-draft.ts'
import { saveFile } from '../../../export/save-file.ts'
import { createSiteTime, formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { AGENTS_TEXTS as TEXTS } from '../../../texts/admin/admin-agents.ts'
import { BarMenu } from '../list/BarMenu.tsx'
import { AGENT_PAGE_SIZES, countPages } from '../list/list-address.ts'
import { ListBanner } from '../list/ListBanner.tsx'
import { ListFrame } from '../list/ListFrame.tsx'
import { ListSearch } from '../list/ListSearch.tsx'
import { Pager } from '../list/Pager.tsx'
import type { PrintedRows } from '../list/print/whole-list.ts'
import { problemText } from '../list/problem-text.ts'
import { useListAddress } from '../list/use-list-address.ts'
import { useMayEdit } from '../list/use-may-edit.ts'
import type { OpenDialog } from './dialogs/dialog-state.ts'
import { draftOfAgent } from './edit/agent-values.ts'
import { runsAnother } from './health/other-version.ts'
import { type AgentSort, searchAgents, sortAgents, SORTS } from './table/agent-order.ts'
import { AgentsTable } from './table/AgentsTable.tsx'
import table from './table/table.module.css'
import { useOpenRows } from './table/use-open-rows.ts'
import type { AgentDetailsFetch } from './use-agent-details.ts'
import { useRowActions } from './use-row-actions.ts'

const LABELS = TEXTS.sort

const AgentParts = lazyPart(async () => (await import('./AgentParts.tsx')).AgentParts)
const AgentDialogs = lazyPart(async () => (await import('./dialogs/AgentDialogs.tsx')).AgentDialogs)

/** The list of agents, with what administrators, and guards at barriers, can do with them. */
export function AgentsBoard({ agents, isLoading, error, refetch }: AgentDetailsFetch) {
  const queries = useQueryClient()
  const mayEdit = useMayEdit()
  const app = useApp()
  const timeZone = useSiteTimeZone(app)
  const hubVersion = useQuery(hubVersionQuery(app.api)).data ?? null
  const site = useMemo(() => (timeZone ? createSiteTime(timeZone) : null), [timeZone])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  const { control, pages, print, sort, setSort, sorted, matching, shown } = useAgentPage(agents)
  const { open, linked, toggle } = useOpenRows({
    sorted: isLoading || error ? null : sorted,
    onMissing: (code) => setOutcome(TEXTS.unknown(code)),
  })
  const act = useRowActions({ site, onOpen: setDialog, onOutcome: setOutcome })
  const exportCsv = useAgentsExport(setOutcome)
  const isKnown = !isLoading && error === null
  useLeftDialog(isKnown ? agents : null, setDialog)
  return (
    <div className="stack" data-gap="page">
      {mayEdit && (
        <Suspense fallback={<div className={table.partsPlace} />}>
          <AgentParts
            agents={agents}
            hasNone={isKnown && agents.length === 0}
            onOpen={setDialog}
            onCreated={(name) => {
              setOutcome(TEXTS.created(name))
              void queries.invalidateQueries({ queryKey: AGENT_DETAILS_KEY })
            }}
          />
        </Suspense>
      )}
      <ListFrame
        bar={
          <>
            <ListSearch
              label={TEXTS.searchLabel}
              value={control.q}
              onSearch={control.search}
              onAgain={refetch}
            />
            <BarMenu>
              <Button
                variant="default"
                onClick={() => site && isKnown && void exportCsv(matching, site)}
              >
                {TEXTS.exportCsv}
              </Button>
              {mayEdit && (
                <Button
                  component={Link}
                  to="/admin?tab=agentes&pantallas=1"
                  variant="default"
                  leftSection={<IconDeviceTv size={16} aria-hidden />}
                >
                  {TEXTS.walls}
                </Button>
              )}
            </BarMenu>
          </>
        }
        count={isKnown ? countText(matching, hubVersion) : ''}
        order={<SortField sort={sort} onSort={setSort} />}
        side={null}
      >
        <ListBanner problem={error && problemText(error)} onRetry={refetch} />
        <output className="hint">{outcome}</output>
        <AgentsTable
          agents={shown}
          site={site}
          hubVersion={hubVersion}
          sort={sort}
          onSort={setSort}
          open={open}
          linked={linked}
          onToggle={toggle}
          onAction={act}
          mayEdit={mayEdit}
          isLoading={isLoading}
          isSearch={control.q !== ''}
          hasFailed={error !== null}
        />
        <Pager control={control} pages={pages} print={print} />
      </ListFrame>
      {dialog && (
        <Suspense>
          <AgentDialogs dialog={dialog} agents={agents} onOpen={setDialog} />
        </Suspense>
      )}
    </div>
  )
}

/** Opens the dialog again in which somebody was typing when their session ended. */
function useLeftDialog(agents: readonly AgentDetail[] | null, open: (dialog: OpenDialog) => void) {
  const app = useApp()
  const mayEdit = useMayEdit()
  const isKnown = agents !== null
  const reopen = useEffectEvent(() => {
    const agent = agents?.find(({ code }) => draftOf(app, draftOfAgent(code)) !== null)
    if (agent && mayEdit) open({ kind: 'edit', agent })
  })
  useEffect(() => {
    if (isKnown) reopen()
  }, [isKnown])
}

/** How many agents there are, and how many run another version than the hub. */
function countText(agents: readonly AgentDetail[], hubVersion: string | null): string {
  const count = TEXTS.count(formatCount(agents.length), agents.length === 1)
  const others = agents.filter((agent) => runsAnother(agent, hubVersion)).length
  return others === 0 ? count : `${count} · ${TEXTS.otherVersions(formatCount(others))}`
}

interface SortFieldProps {
  sort: AgentSort
  onSort: (sort: AgentSort) => void
}

/** The order of the cards of a phone, which have no heads to press: beside their count. */
function SortField({ sort, onSort }: SortFieldProps) {
  const options = SORTS.flatMap((key) => {
    const label = TEXTS.columns[key]
    return [
      { value: key, label: LABELS.up(label) },
      { value: `-${key}`, label: LABELS.down(label) },
    ]
  })
  return (
    <NativeSelect
      className={table.sortField}
      aria-label={LABELS.label}
      data={options}
      value={(sort.isDown ? '-' : '') + sort.key}
      onChange={({ currentTarget: { value } }) => {
        const key = SORTS.find((one) => value.replace('-', '') === one)
        if (key) onSort({ key, isDown: value.startsWith('-') })
      }}
    />
  )
}

/** The page of agents that the address asks for, out of all that match. */
function useAgentPage(agents: readonly AgentDetail[]) {
  const address = useListAddress(AGENT_PAGE_SIZES)
  const { q, pageSize } = address
  const [sort, setSort] = useState<AgentSort>({ key: 'name', isDown: false })
  const sorted = useMemo(() => sortAgents(agents, sort), [agents, sort])
  const matching = useMemo(() => searchAgents(sorted, q), [sorted, q])
  const pages = countPages(matching.length, pageSize)
  // The last row of the last page may just have disappeared.
  const page = Math.min(address.page, pages)
  const [printed, show] = useState<readonly AgentDetail[] | null>(null)
  const shown = useMemo(
    () => printed ?? matching.slice((page - 1) * pageSize, page * pageSize),
    [printed, matching, page, pageSize],
  )
  const print: PrintedRows<AgentDetail> = {
    show,
    page: async () => ({ items: matching, total: matching.length }),
  }
  return {
    control: { ...address, page },
    pages,
    print,
    sort,
    setSort: (next: AgentSort) => {
      setSort(next)
      if (page !== 1) address.turn(1)
    },
    sorted,
    /** All agents that match, in the table's order. */
    matching,
    shown,
  }
}

/** Saves agents as CSV; the code that writes it is loaded at the first use. */
function useAgentsExport(onOutcome: (text: string) => void) {
  const { serverClock } = useApp()
  return async (agents: readonly AgentDetail[], site: SiteTime) => {
    try {
      const { agentsCsv } = await import('./table/agents-csv.ts')
      const now = serverClock.now()
      saveFile(agentsCsv(agents, site.timeZone, now), `agentes_${site.day(now)}.csv`)
    } catch {
      // The hub is away, so the code could not be loaded.
      onOutcome(TEXTS.csv.failed)
    }
  }
}
