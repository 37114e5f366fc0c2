import type { AgentDetail } from '@vehicle-control/protocol'
import { useApp } from '../../../app-parts.ts'
import { saveFile } from '../../../export/save-file.ts'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../texts/admin/admin-agents.ts'

/** Saves agents as CSV; what writes it is loaded with the first. */
export function useAgentsExport(onOutcome: (text: string) => void) {
  const { serverClock } = useApp()
  return async (agents: readonly AgentDetail[], site: SiteTime) => {
    try {
      const { agentsCsv } = await import('./table/agents-csv.ts')
      const now = serverClock.now()
      saveFile(agentsCsv(agents, site.timeZone, now), `agentes_${site.day(now)}.csv`)
    } catch {
      // The hub is away, and the writer with it.
      onOutcome(AGENTS_TEXTS.csv.failed)
    }
  }
}
