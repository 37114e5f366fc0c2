import { useQuery } from '@tanstack/react-query'
import type { AccessGate, AccessGateList, AgentDetail } from '@vehicle-control/protocol'
import { useMemo, useState } from 'react'
import { gatesQuery, groupsQuery } from '../../../api/access/access-gates.ts'
import { hasStatus } from '../../../api/http/api-error.ts'
import { useSiteTimeZone } from '../../../api/settings/public-config.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { LaterPart } from '../../../components/LaterPart.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { createSiteTime, formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { ACCESS_TEXTS as TEXTS } from '../../../texts/admin/admin-access.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { useAgentDetails } from '../agents/use-agent-details.ts'
import { EmptyList } from '../list/EmptyList.tsx'
import { ListBanner } from '../list/ListBanner.tsx'
import { problemText } from '../list/problem-text.ts'
import classes from './access.module.css'
import { DeniedTags } from './DeniedTags.tsx'
import { GateCard } from './GateCard.tsx'
import { gatePartsOf } from './rule-draft.ts'

const DecisionsPart = lazyPart(
  async () => (await import('./decisions/DecisionsPart.tsx')).DecisionsPart,
)

const EVERY_MS = 10_000
/** While a gate that is there fetches its list, which takes a moment. */
const FETCHING_EVERY_MS = 2000

/** The gates that can decide, by what, and what they decided; admins configure them, operators look. */
export function AccessParts() {
  const app = useApp()
  const isKiosk = useStore(app.session.state, (state) => state.isKiosk)
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => (timeZone ? createSiteTime(timeZone) : null), [timeZone])
  const agents = useAgentDetails(app, !isKiosk)
  const { data, error, refetch } = useQuery({
    ...gatesQuery(app.api),
    enabled: !isKiosk,
    refetchInterval: ({ state }) => (isFetching(state.data) ? FETCHING_EVERY_MS : EVERY_MS),
  })
  const problem = error ?? agents.error
  if (isKiosk || hasStatus(problem, 403)) return <p>{TEXTS.noAccess}</p>
  const retry = () => {
    void refetch()
    agents.refetch()
  }
  const isThere = data !== undefined && site !== null && !agents.isLoading && problem === null
  return (
    <div className="stack" data-gap="page">
      <ListBanner problem={problem && problemText(problem)} onRetry={retry} />
      {isThere ? (
        <Gates known={data} agents={agents.agents} site={site} />
      ) : (
        problem === null && <output>{ADMIN_TEXTS.list.loading}</output>
      )}
    </div>
  )
}

function isFetching(known: AccessGateList | undefined): boolean {
  const isLate = ({ connected, list }: AccessGate) =>
    connected && /^(never|behind)$/.test(list.state)
  return known?.gates.some(isLate) ?? false
}

interface GatesProps {
  known: AccessGateList
  agents: readonly AgentDetail[]
  site: SiteTime
}

function Gates({ known: { gates, list }, agents, site }: GatesProps) {
  const { api } = useApp()
  const { data: groups = [] } = useQuery(groupsQuery(api))
  const [edited, setEdited] = useState<string | null>(null)
  const [outcome, setOutcome] = useState('')
  const partsOf = useMemo(
    () => new Map(agents.map((agent) => [agent.code, gatePartsOf(agent)])),
    [agents],
  )
  const isCard = ({ code, mode, rules }: AccessGate) =>
    Boolean(partsOf.get(code)) || mode !== 'off' || rules.length > 0
  const cards = gates.filter(isCard)
  const others = gates.filter((gate) => !isCard(gate))
  return (
    <>
      <p className="hint">
        {TEXTS.intro} {list && TEXTS.list(formatCount(list.tags), list.tags === 1)}
      </p>
      <output className="hint">{outcome}</output>
      {cards.length === 0 ? (
        <EmptyList isSearch={false} isFailed={false} text={TEXTS.none} hint={TEXTS.noneHint} />
      ) : (
        <ul className={classes.gates} aria-label={TEXTS.gates}>
          {cards.map((gate) => (
            <GateCard
              key={gate.code}
              gate={gate}
              parts={partsOf.get(gate.code) ?? null}
              groups={groups}
              site={site}
              isEdited={edited === gate.code}
              onEdit={() => {
                setOutcome('')
                setEdited(gate.code)
              }}
              onDone={(text) => {
                setOutcome(text ?? '')
                setEdited(null)
              }}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p className="note">{TEXTS.lacking(others.map(({ name }) => name).join(', '))}</p>
      )}
      {list !== null && list.denied > 0 && <DeniedTags count={list.denied} site={site} />}
      <LaterPart fallback={<output>{ADMIN_TEXTS.list.loading}</output>}>
        <DecisionsPart gates={cards} groups={groups} site={site} />
      </LaterPart>
    </>
  )
}
