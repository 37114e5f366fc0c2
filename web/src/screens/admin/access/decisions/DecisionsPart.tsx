import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccessGate, AccessGroup, StoredDecision } from '@vehicle-control/protocol'
import { useId, useState } from 'react'
import { type DecisionFilter, decisionsQuery } from '../../../../api/access/access-gates.ts'
import { useApp } from '../../../../app-parts.ts'
import { StateMark } from '../../../../components/StateMark.tsx'
import { formatCount, type SiteTime } from '../../../../site-time/site-time.ts'
import { reasonWords } from '../../../../texts/access-reasons.ts'
import { decisionWords } from '../../../../texts/access.ts'
import { ACCESS_TEXTS } from '../../../../texts/admin/admin-access.ts'
import { ADMIN_TEXTS } from '../../../../texts/admin/admin.ts'
import { EmptyList } from '../../list/EmptyList.tsx'
import { ListBanner } from '../../list/ListBanner.tsx'
import { problemText } from '../../list/problem-text.ts'
import { DecisionFacts } from './DecisionFacts.tsx'
import classes from './decisions.module.css'

const TEXTS = ACCESS_TEXTS.decisions
const EVERY_MS = 15_000

interface DecisionsPartProps {
  gates: readonly AccessGate[]
  groups: readonly AccessGroup[]
  site: SiteTime
}

/** What gates decided, the newest first, a page at a time. */
export function DecisionsPart({ gates, groups, site }: DecisionsPartProps) {
  const id = useId()
  const { api } = useApp()
  const [filter, setFilter] = useState<DecisionFilter>({ agent: '', verdict: '' })
  const [before, setBefore] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    ...decisionsQuery(api, filter, before),
    refetchInterval: before === null ? EVERY_MS : false,
  })
  const narrow = (change: Partial<DecisionFilter>) => {
    setFilter({ ...filter, ...change })
    setBefore(null)
  }
  const decisions = (error === null && data?.decisions) || []
  const opened = decisions.filter(({ verdict, opened: by }) => verdict === 'deny' && by).length
  const next = data?.next ?? null
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className="heading">
        {TEXTS.title}
      </h2>
      <div className={`${classes.filters} no-print`}>
        <NativeSelect
          label={TEXTS.verdict}
          value={filter.verdict}
          data={[
            { value: '', label: TEXTS.all },
            { value: 'allow', label: TEXTS.allow },
            { value: 'deny', label: TEXTS.deny },
          ]}
          onChange={(event) => narrow({ verdict: event.currentTarget.value })}
        />
        <NativeSelect
          label={TEXTS.gate}
          value={filter.agent}
          data={[
            { value: '', label: TEXTS.everyGate },
            ...gates.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(event) => narrow({ agent: event.currentTarget.value })}
        />
      </div>
      <ListBanner problem={error && problemText(error)} onRetry={() => void refetch()} />
      {opened > 0 && (
        <p>
          <strong>{TEXTS.opened(formatCount(opened))}</strong>{' '}
          <span className="muted">{TEXTS.ofPage}</span>
        </p>
      )}
      {data === undefined && error === null && <output>{ADMIN_TEXTS.list.loading}</output>}
      {data && decisions.length === 0 && error === null && (
        <EmptyList
          isSearch={false}
          isFailed={false}
          text={filter.agent + filter.verdict === '' ? TEXTS.empty : TEXTS.noMatch}
          hint={TEXTS.emptyHint}
        />
      )}
      <ul className="lines" aria-label={TEXTS.title}>
        {decisions.map((decision) => (
          <Decision
            key={decision.id}
            decision={decision}
            gate={gates.find(({ code }) => code === decision.agent_code)}
            groups={groups}
            site={site}
          />
        ))}
      </ul>
      <div className="wrap no-print">
        {before !== null && (
          <Button variant="default" onClick={() => setBefore(null)}>
            {TEXTS.newest}
          </Button>
        )}
        {next !== null && (
          <Button variant="default" onClick={() => setBefore(next)}>
            {TEXTS.more}
          </Button>
        )}
      </div>
    </section>
  )
}

interface DecisionProps {
  decision: StoredDecision
  gate: AccessGate | undefined
  groups: readonly AccessGroup[]
  site: SiteTime
}

function Decision({ decision, gate, groups, site }: DecisionProps) {
  const [isOpen, setOpen] = useState(false)
  const { uid, label, reason, at, agent_name, count } = decision
  const { tone, word } = decisionWords(decision)
  return (
    <li>
      <div className={classes.decision}>
        <StateMark tone={tone}>{word}</StateMark>
        <span className="strong">{label ?? uid}</span>
        <span>{reasonWords(reason)}</span>
        <span className="muted">
          {site.exact(Date.parse(at))} · {agent_name}
          {count > 1 && ` · ${TEXTS.times(formatCount(count))}`}
        </span>
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{TEXTS.why}</summary>
        {isOpen && <DecisionFacts decision={decision} gate={gate} groups={groups} site={site} />}
      </details>
    </li>
  )
}
