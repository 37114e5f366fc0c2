import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  AGENT_LISTS_SHARED_MS,
  AgentCreated,
  type AgentDetail,
  AgentDetailList,
  AgentList,
  AgentUpdated,
  CloseCode,
  CreateAgentRequest,
  Done,
  RECENT_GAPS_MS,
  UpdateAgentRequest,
} from '@vehicle-control/protocol'
import { byAgent, sumOf } from '../../alerts/alerts.ts'
import { issueAgentKey } from '../../auth/agent-keys/agent-key.ts'
import { revokeKeys } from '../../store/agents/agent-keys.ts'
import {
  createAgent,
  deleteAgent,
  findAgent,
  listDetailedAgents,
  listShownAgents,
  updateAgent,
} from '../../store/agents/agents.ts'
import { listDevices } from '../../store/agents/agent-devices.ts'
import { listMetrics } from '../../store/agents/agent-metrics.ts'
import { listReaders } from '../../store/agents/agent-status.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { recentLosses } from '../../store/reports/alerts.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry, changes } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, EVERY_ACCOUNT, PEOPLE } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'
import { SeenQuery } from '../http/query-fields.ts'
import { nextVersion, requireSeen } from '../http/require-seen.ts'
import type { ApiParts } from '../parts.ts'
import { announceRenamed } from './announce-renamed.ts'
import { announceRevokedKeys } from './keys.ts'
import { agentDetail, agentView, redactAddresses } from './agent-view.ts'
import { deviceView } from './device-view.ts'
import { requireAgent } from './require-agent.ts'

/** Agents listed in one turn of the event loop: with all their devices some 5 ms. */
const SLICE_AGENTS = 100

const EDITED = ['name', 'location', 'lat', 'lng'] as const

export const agentCalls = [
  declareCall({
    id: 'listAgents',
    method: 'GET',
    path: '/api/agents',
    // A guard, who is an operator, finds the relays of the barrier in this list.
    who: PEOPLE,
    sharedForMs: AGENT_LISTS_SHARED_MS,
    summary: 'Agents with their devices, backlogs and losses, by code',
    answer: AgentDetailList,
    handle: (_, parts) => agentDetails(parts),
  }),
  declareCall({
    id: 'listAgentStatus',
    method: 'GET',
    path: '/api/agents/status',
    who: EVERY_ACCOUNT,
    sharedForMs: AGENT_LISTS_SHARED_MS,
    summary: 'Agents, for the status view; a kiosk account is told no address and no serial',
    answer: AgentList,
    handle: (_, parts) => agentList(parts),
    forKiosks: ({ agents }) => ({ agents: agents.map(redactAddresses) }),
  }),
  declareCall({
    id: 'createAgent',
    method: 'POST',
    path: '/api/agents',
    changesAgents: true,
    who: ADMINS,
    summary: 'Add an agent, or bring a deleted code back; its API key is shown this once',
    body: CreateAgentRequest,
    example: { code: 'gate-2', name: 'Portería Norte', lat: 4.711, lng: -74.072 },
    status: 201,
    answer: AgentCreated,
    errors: ['duplicate'],
    async handle({ body, ...request }, { db, bus, presence }) {
      const at = Date.now()
      const { apiKey, agent, revived } = await withLockOfAllHubs(db, async (trx) => {
        const existing = await findAgent(trx, body.code)
        if (existing && existing.deleted_at === null) {
          throw apiError('duplicate', 'Ya existe un agente con ese código')
        }
        const fields = {
          code: body.code,
          name: body.name,
          location: body.location || null,
          lat: body.lat ?? null,
          lng: body.lng ?? null,
        }
        const created = await createAgent(trx, fields, at)
        await revokeKeys(trx, created.id, at)
        const key = await issueAgentKey(trx, created.id, at)
        const what = { at, action: 'agent.create', target: created.code }
        await appendAudit(trx, auditEntry(request, what))
        return { apiKey: key, agent: created, revived: existing !== undefined }
      })
      if (revived) announceRevokedKeys(bus, agent.id)
      return { apiKey, agent: agentView(agent, presence, at) }
    },
  }),
  declareCall({
    id: 'updateAgent',
    method: 'PATCH',
    path: '/api/agents/:code',
    changesAgents: true,
    who: ADMINS,
    summary: 'Change an agent; what is left out stays, null clears',
    body: UpdateAgentRequest,
    example: { location: 'Patio' },
    answer: AgentUpdated,
    errors: ['changed_meanwhile'],
    async handle(
      { body: { name, location, lat, lng, updated_at }, ...request },
      { db, bus, presence },
    ) {
      const at = Date.now()
      const { row, changed } = await withLockOfAllHubs(db, async (trx) => {
        const before = await requireAgent(trx, request.params.code)
        requireSeen(before, updated_at)
        const fields = {
          name: name ?? before.name,
          location: location === undefined ? before.location : location || null,
          lat: lat === undefined ? before.lat : lat,
          lng: lng === undefined ? before.lng : lng,
        }
        const after = await updateAgent(trx, before.id, fields, nextVersion(before, at))
        const detail = changes(EDITED, before, after)
        const what = { at, action: 'agent.update', target: before.code, detail }
        await appendAudit(trx, auditEntry(request, what))
        return { row: after, changed: detail }
      })
      const view = agentView(row, presence, at)
      if ('name' in changed || 'location' in changed) announceRenamed(bus, view)
      return { agent: view }
    },
  }),
  declareCall({
    id: 'deleteAgent',
    method: 'DELETE',
    path: '/api/agents/:code',
    changesAgents: true,
    who: ADMINS,
    summary: 'Delete an agent; its keys die, its reads stay',
    query: SeenQuery,
    answer: Done,
    errors: ['changed_meanwhile'],
    async handle({ query, ...request }, { db, bus }) {
      const at = Date.now()
      const agentId = await withLockOfAllHubs(db, async (trx) => {
        const before = await requireAgent(trx, request.params.code)
        requireSeen(before, query.updated_at)
        const { id, code } = before
        await deleteAgent(trx, id, at)
        await revokeKeys(trx, id, at)
        const what = { at, action: 'agent.delete', target: code }
        await appendAudit(trx, auditEntry(request, what))
        return id
      })
      const closeCode = CloseCode.keyRevoked
      bus.broadcast('agentChanged', { agentId, closeCode, reason: 'agent deleted', gone: true })
      return { ok: true }
    },
  }),
]

async function agentDetails({ readOnly, presence }: Pick<ApiParts, 'readOnly' | 'presence'>) {
  const at = Date.now()
  const rows = await listDetailedAgents(readOnly)
  const readers = byAgent(await listReaders(readOnly))
  const devices = byAgent(await listDevices(readOnly))
  const metrics = byAgent(await listMetrics(readOnly))
  const losses = byAgent(await recentLosses(readOnly, at - RECENT_GAPS_MS))
  const agents: AgentDetail[] = []
  for (const row of rows) {
    if (agents.length % SLICE_AGENTS === 0) await nextTurn()
    const facts = {
      readers: readers.get(row.id) ?? [],
      devices: deviceView(devices.get(row.id) ?? [], metrics.get(row.id) ?? []),
      lost: sumOf(losses.get(row.id) ?? []),
    }
    agents.push(agentDetail(row, facts, presence, at))
  }
  return { agents }
}

async function agentList({ readOnly, presence }: Pick<ApiParts, 'readOnly' | 'presence'>) {
  const at = Date.now()
  const rows = await listShownAgents(readOnly)
  return { agents: rows.map((row) => agentView(row, presence, at)) }
}
