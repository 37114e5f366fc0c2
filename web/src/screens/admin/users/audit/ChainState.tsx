import { useQuery } from '@tanstack/react-query'
import type { AuditChain } from '@vehicle-control/protocol'
import { auditChainQuery } from '../../../../api/people/audit.ts'
import { useApp } from '../../../../app-parts.ts'
import { StateMark, type StateTone } from '../../../../components/StateMark.tsx'
import { formatCount, type SiteTime } from '../../../../site-time/site-time.ts'
import { AUDIT_TEXTS } from '../../../../texts/admin/admin-audit.ts'

const TEXTS = AUDIT_TEXTS.chain
const TONES: Readonly<Record<AuditChain['state'], StateTone>> = {
  whole: 'good',
  keyless: 'warn',
  unproven: 'warn',
  unknown: 'warn',
  broken: 'bad',
  cut: 'bad',
}

interface ChainStateProps {
  site: SiteTime
  /** How many entries the audit log has; none where that is not known. */
  total?: number | null
}

/** Whether the audit log is as it was written, when the hub looked, and how many came since. */
export function ChainState({ site, total = null }: ChainStateProps) {
  const { data, error } = useQuery(auditChainQuery(useApp().api))
  if (error !== null) return <p>{TEXTS.failed}</p>
  if (!data || (data.checking && data.state === 'unknown')) return <output>{TEXTS.checking}</output>
  const tone = TONES[data.state]
  const { checked_at: at } = data
  const when = at === null ? '' : site.full(Date.parse(at))
  const { word, rest } = TEXTS[data.state]
  const later = (total ?? data.rows) - data.rows
  return (
    <output>
      <StateMark tone={tone}>{word}</StateMark>
      {`: ${data.state === 'whole' ? TEXTS.wholeTill(formatCount(data.rows), when) : rest(String(data.row))}`}
      {data.state === 'whole' && later > 0 && `; ${TEXTS.later(formatCount(later), later === 1)}`}
      {data.state !== 'whole' && when !== '' && ` · ${TEXTS.checkedAt(when)}`}
      {tone === 'bad' && `. ${TEXTS.todo}`}
    </output>
  )
}
