import {
  AcceptRequest,
  CloseCode,
  Done,
  KeyRotated,
  RotateKeyRequest,
} from '@vehicle-control/protocol'
import { rotateAgentKey } from '../../auth/agent-keys/rotate-agent-key.ts'
import type { Bus } from '../../bus/bus.ts'
import { forgetDevice } from '../../store/agents/agents.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditActor, auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS } from '../http/callers.ts'
import { requireAgent } from './require-agent.ts'

/** The keys of agents, and the quarantine that keeps a second device out. */
export const keyCalls = [
  declareCall({
    id: 'rotateAgentKey',
    method: 'POST',
    path: '/api/agents/:code/rotate-key',
    changesAgents: true,
    who: ADMINS,
    summary: 'Make a new API key; the old one dies in a day or at its first use, with revoke now',
    body: RotateKeyRequest,
    example: { revoke: true },
    answer: KeyRotated,
    async handle({ body: { revoke }, ...request }, { db, bus }) {
      const at = Date.now()
      const { apiKey, agentId } = await withLockOfAllHubs(db, async (trx) => {
        const agent = await requireAgent(trx, request.params.code)
        const key = await rotateAgentKey(trx, agent, { revoke, at, by: auditActor(request) })
        return { apiKey: key, agentId: agent.id }
      })
      if (revoke) announceRevokedKeys(bus, agentId)
      return { apiKey }
    },
  }),
  declareCall({
    id: 'acceptAgent',
    method: 'POST',
    path: '/api/agents/:code/accept',
    changesAgents: true,
    who: ADMINS,
    summary: 'Lift a quarantine',
    body: AcceptRequest,
    example: { hardwareSerial: '10000000a1b2c3d4' },
    answer: Done,
    async handle({ body, ...request }, { db, bus }) {
      const at = Date.now()
      const hardwareSerial = body.hardwareSerial ?? null
      const agentId = await withLockOfAllHubs(db, async (trx) => {
        const { id, code, quarantine } = await requireAgent(trx, request.params.code)
        // Without a quarantine, to forget the device would only let a clone in.
        if (quarantine === null) return null
        await forgetDevice(trx, id, hardwareSerial)
        const what = { at, action: 'agent.accept', target: code, detail: { hardwareSerial } }
        await appendAudit(trx, auditEntry(request, what))
        return id
      })
      if (agentId !== null) {
        const closeCode = CloseCode.rejoin
        bus.broadcast('agentChanged', { agentId, closeCode, reason: 'quarantine lifted' })
      }
      return { ok: true }
    },
  }),
]

/** Announces that an agent's keys are revoked: every replica closes its connections. */
export function announceRevokedKeys(bus: Bus, agentId: number): void {
  bus.broadcast('agentChanged', { agentId, closeCode: CloseCode.keyRevoked, reason: 'key revoked' })
}
