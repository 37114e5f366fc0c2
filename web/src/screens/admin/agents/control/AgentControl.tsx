import type { AgentDetail } from '@vehicle-control/protocol'
import { useApp } from '../../../../app-parts.ts'
import { useStore } from '../../../../browser/external-store.ts'
import { RelayPanel } from '../../../../relays/RelayPanel.tsx'
import { CONTROL_TEXTS } from '../../../../texts/admin/admin-control.ts'
import { HardwarePanel } from './hardware/HardwarePanel.tsx'
import { CommandHistory } from './history/CommandHistory.tsx'
import { Telemetry } from './telemetry/Telemetry.tsx'

/** The control panel of an agent: relays and their history for people who may switch, devices, telemetry. */
export function AgentControl({ agent }: { agent: AgentDetail }) {
  const { session } = useApp()
  const isKiosk = useStore(session.state, (state) => state.isKiosk)
  return (
    <section className="stack" data-gap="page" aria-label={CONTROL_TEXTS.label(agent.name)}>
      {!isKiosk && <RelayPanel agent={agent} />}
      <HardwarePanel agent={agent} />
      <Telemetry code={agent.code} />
      {!isKiosk && <CommandHistory code={agent.code} />}
    </section>
  )
}
