import type { EnrollRequest } from '@vehicle-control/protocol'
import type { HTTPException } from 'hono/http-exception'
import { issueAgentKey } from '../../auth/agent-keys/agent-key.ts'
import { revokeKeys } from '../../store/agents/agent-keys.ts'
import { createAgent, findAgent, forgetDevice, updateAgent } from '../../store/agents/agents.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { AgentRow } from '../../store/schema/agents.ts'
import { apiError } from '../http/errors.ts'
import { nextVersion } from '../http/require-seen.ts'

/** A device that became an agent. */
export interface Enrolled {
  agent: AgentRow
  apiKey: string
  /** The agent as it was; undefined for a new one. */
  before: AgentRow | undefined
}

/**
 * Makes a device the agent of the code that it names, which is new, or `existing`: then the keys of
 * the device before it end.
 */
export async function becomeAgent(
  trx: Db,
  request: EnrollRequest,
  existing: AgentRow | undefined,
  { now, address }: { now: number; address: string | null },
): Promise<Enrolled> {
  const inUse = existing !== undefined && existing.deleted_at === null
  const name = request.name || undefined
  const location = request.location || undefined
  if (inUse) {
    await rename(trx, existing, { name, location }, now)
    await forgetDevice(trx, existing.id, null)
  } else {
    const fields = { code: request.code, name: name ?? request.code, location: location ?? null }
    await createAgent(trx, { ...fields, lat: null, lng: null }, now)
  }
  const agent = await findAgent(trx, request.code)
  if (!agent) throw new Error('an agent that was just stored is not there')
  await revokeKeys(trx, agent.id, now)
  const apiKey = await issueAgentKey(trx, agent.id, now)
  await appendAudit(trx, {
    at: now,
    actor: `agent:${agent.code}`,
    action: 'agent.enroll',
    target: agent.code,
    detail: { replaced: existing !== undefined },
    address,
  })
  return { agent, apiKey, before: existing }
}

/**
 * Gives an agent the name and place that its device sent, if any. It is a new version: a form that
 * was filled from the one before is refused.
 */
async function rename(
  trx: Db,
  agent: AgentRow,
  sent: { name: string | undefined; location: string | undefined },
  now: number,
): Promise<void> {
  const { name = agent.name, location = agent.location } = sent
  if (name === agent.name && location === agent.location) return
  const { lat, lng } = agent
  await updateAgent(trx, agent.id, { name, location, lat, lng }, nextVersion(agent, now))
}

/**
 * One answer for an existing code, a deleted one and a token bound to another: it tells none apart.
 */
export function notForThisCode(): HTTPException {
  return apiError('forbidden', 'El token no sirve para ese código; genera uno para ese agente')
}

/** For a token that opens nothing. */
export function badToken(): HTTPException {
  return apiError('unauthorized', 'El token de enrolamiento no es válido, ya se usó o venció')
}
