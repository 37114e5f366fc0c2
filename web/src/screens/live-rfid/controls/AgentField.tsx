import { lazyPart } from '../../../components/lazy-part.tsx'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import { PressedField } from './PressedField.tsx'

const AgentPicker = lazyPart(async () => (await import('./AgentPicker.tsx')).AgentPicker)
const LABELS = LIVE_CONTROLS_TEXTS.filters

interface AgentFieldProps {
  /** A code; empty: all agents. */
  value: string
  onChange: (code: string) => void
}

/** All agents or one; the list is fetched when somebody wants it. */
export function AgentField({ value, onChange }: AgentFieldProps) {
  const { agents } = useLiveLink()
  return (
    <PressedField
      label={LABELS.agent}
      shown={value === '' ? LABELS.allAgents : (agents.get(value)?.name ?? value)}
      isEmpty={value === ''}
    >
      <AgentPicker value={value} onChange={onChange} />
    </PressedField>
  )
}
