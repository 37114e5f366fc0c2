import type { AgentDetail } from '@vehicle-control/protocol'

/**
 * True where an agent's last reported release is not the hub's; false while either is not known.
 */
export function runsAnother({ version }: AgentDetail, hubVersion: string | null): boolean {
  return version !== null && hubVersion !== null && version !== hubVersion
}
