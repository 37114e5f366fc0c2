import type { AgentDetail } from '@vehicle-control/protocol'

/** Whether an agent last told of another release than the hub's; false while either is not known. */
export function runsAnother({ version }: AgentDetail, hubVersion: string | null): boolean {
  return version !== null && hubVersion !== null && version !== hubVersion
}
