import { retireKeys, revokeKeys } from '../../store/agents/agent-keys.ts'
import { forgetDevice } from '../../store/agents/agents.ts'
import type { Db } from '../../store/database.ts'
import { type AuditActor, appendAudit } from '../../store/people/audit-log.ts'
import type { AgentRow } from '../../store/schema/agents.ts'
import { issueAgentKey } from './agent-key.ts'

const OLD_KEY_LIVES_MS = 24 * 3_600_000

export interface KeyRotation {
  /** True: older keys end now, and the next device that shows the new one becomes the agent. */
  revoke: boolean
  at: number
  by: AuditActor
}

/**
 * Makes a new key for an agent and returns it; without `revoke` the one in use lives for a day, or
 * until the new one is used. To be called in a transaction that holds the lock of all hubs.
 */
export async function rotateAgentKey(
  trx: Db,
  { id, code }: Pick<AgentRow, 'id' | 'code'>,
  { revoke, at, by }: KeyRotation,
): Promise<string> {
  if (revoke) {
    await revokeKeys(trx, id, at)
    await forgetDevice(trx, id, null)
  } else {
    await retireKeys(trx, id, at, at + OLD_KEY_LIVES_MS)
  }
  const apiKey = await issueAgentKey(trx, id, at)
  const { actor, address, via } = by
  const detail = { revoke, ...via }
  await appendAudit(trx, { at, actor, address, action: 'agent.rotate_key', target: code, detail })
  return apiKey
}
