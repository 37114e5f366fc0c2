import {
  type AccessGate,
  AccessGate as AccessGateSchema,
  AccessGateList,
  AccessPreview,
  GiveUpRequest,
  POLICY_MAX_BYTES,
  type GivenRule,
  PreviewAccessRequest,
  SetAccessRequest,
} from '@vehicle-control/protocol'
import type { SiteOffsets } from '@vehicle-control/protocol/site-offsets'
import { gateListView } from '../../access/gate-view.ts'
import { policyText } from '../../access/policy-text.ts'
import { previewPolicy } from '../../access/preview-policy.ts'
import { setPolicy } from '../../access/set-policy.ts'
import { giveUp, readGates } from '../../store/access/access-gates.ts'
import { readPolicies, type StoredPolicy } from '../../store/access/access-policies.ts'
import { listGroups } from '../../store/access/access-groups.ts'
import { agentReaders } from '../../store/agents/agent-status.ts'
import { listDetailedAgents } from '../../store/agents/agents.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, PEOPLE } from '../http/callers.ts'
import { apiError, invalidField } from '../http/errors.ts'
import type { ApiParts } from '../parts.ts'

const EXAMPLE_RULE = {
  readers: ['gate'],
  direction: 'both',
  who: 'registered',
  kinds: ['vehicle'],
  hours: [{ days: 31, from: 360, to: 1320 }],
  relay: { pin: 17 },
  onMs: 5000,
}

export const gateCalls = [
  declareCall({
    id: 'listAccessGates',
    method: 'GET',
    path: '/api/access/gates',
    who: PEOPLE,
    summary: 'By what each agent decides who may pass, and how its list stands, by code',
    answer: AccessGateList,
    handle: (_, parts) => listGates(parts),
  }),
  declareCall({
    id: 'setAccess',
    method: 'PUT',
    path: '/api/access/gates/:code',
    who: ADMINS,
    summary: 'Set the rules of an agent, and whether it observes; a rule without an id is new',
    body: SetAccessRequest,
    example: { seen: 1, mode: 'observe', rules: [EXAMPLE_RULE] },
    answer: AccessGateSchema,
    errors: ['changed_meanwhile'],
    async handle({ params, body, ...request }, parts) {
      const { db, bus, site, now } = parts
      const at = now()
      const agentId = await withLockOfAllHubs(db, async (trx) => {
        const agent = await requireAgent(trx, params.code)
        const [before] = await readPolicies(trx, [agent.id])
        await requireKnown(trx, agent.id, body.rules, before)
        const by = request.session.email
        const rules = await setPolicy(trx, { agentId: agent.id, ...body, by, now: at })
        await requireRoom(trx, agent.id, site.clocks, at)
        if (rules === null) {
          throw apiError(
            'changed_meanwhile',
            'Otra persona cambió estas reglas; revisa lo que cambió e intenta de nuevo',
          )
        }
        const detail = { mode: body.mode, mode_was: before?.mode ?? 'off', rules: rules.length }
        const action = 'access.policy'
        await appendAudit(trx, auditEntry(request, { at, action, target: agent.code, detail }))
        return agent.id
      })
      bus.broadcast('accessPolicy', { agentId })
      return await gateOf(parts, params.code)
    },
  }),
  declareCall({
    id: 'previewAccess',
    method: 'POST',
    path: '/api/access/gates/:code/preview',
    who: ADMINS,
    summary:
      'What rules would have decided on the reads of the last 30 days, with the list of today',
    body: PreviewAccessRequest,
    example: { rules: [EXAMPLE_RULE] },
    answer: AccessPreview,
    async handle({ params, body: { rules } }, { readOnly, searches, site, now }) {
      const agent = await requireAgent(readOnly, params.code)
      const asked = { agentId: agent.id, rules, site: site.clocks, now: now() }
      return await previewPolicy(searches, asked)
    },
  }),
  declareCall({
    id: 'giveUpList',
    method: 'POST',
    path: '/api/access/gates/:code/give-up',
    who: ADMINS,
    summary:
      'Give up the list that an agent keeps although it is not of this hub, or newer than its copy',
    body: GiveUpRequest,
    example: { list: { id: 'abcdefghijklmnop', edits: 120 } },
    answer: AccessGateSchema,
    errors: ['changed_meanwhile'],
    async handle({ params, body: { list }, ...request }, parts) {
      const { db, bus, now } = parts
      const agentId = await withLockOfAllHubs(db, async (trx) => {
        const agent = await requireAgent(trx, params.code)
        if (!(await giveUp(trx, agent.id, list))) {
          const message = 'La portería ya tiene otra lista; actualiza la página e intenta de nuevo'
          throw apiError('changed_meanwhile', message)
        }
        const what = { at: now(), action: 'access.list_given_up', target: agent.code, detail: list }
        await appendAudit(trx, auditEntry(request, what))
        return agent.id
      })
      bus.broadcast('accessPolicy', { agentId })
      return await gateOf(parts, params.code)
    },
  }),
]

/** @throws 400 where the policy is larger than what an agent takes. */
async function requireRoom(
  trx: Db,
  agentId: number,
  zone: Pick<SiteOffsets, 'between'>,
  now: number,
): Promise<void> {
  const [stored] = await readPolicies(trx, [agentId])
  if (stored === undefined || policyText(stored, zone, now).bytes <= POLICY_MAX_BYTES) return
  const problem = 'Son demasiadas reglas para una portería; quita reglas u horarios'
  throw invalidField('rules', problem, problem)
}

async function listGates({
  readOnly,
  presence,
  accessList,
  site,
  now,
}: ApiParts): Promise<AccessGateList> {
  const agents = await listDetailedAgents(readOnly)
  const policies = new Map((await readPolicies(readOnly)).map((one) => [one.agentId, one]))
  const gates = new Map((await readGates(readOnly)).map((one) => [one.agent_id, one]))
  const { image } = accessList
  const at = now()
  return {
    gates: agents.map(({ id, code, name, version, replica }): AccessGate => {
      const policy = policies.get(id)
      return {
        code,
        name,
        connected: presence.isConnected(id, replica),
        version,
        revision: policy?.revision ?? 0,
        mode: policy?.mode ?? 'off',
        rules: policy === undefined ? [] : (JSON.parse(policy.rules) as AccessGate['rules']),
        list: gateListView(policy && policyText(policy, site.clocks, at), gates.get(id), image),
      }
    }),
    list: image === null ? null : { tags: image.tags, denied: image.denied.length },
  }
}

async function gateOf(parts: ApiParts, code: string): Promise<AccessGate> {
  const { gates } = await listGates(parts)
  const gate = gates.find((one) => one.code.toLowerCase() === code.toLowerCase())
  if (gate === undefined) throw apiError('not_found', 'El agente no existe')
  return gate
}

/** A rule may name readers that its agent reports, or named before: one may be unplugged now. */
async function requireKnown(
  trx: Db,
  agentId: number,
  rules: readonly GivenRule[],
  before: StoredPolicy | undefined,
): Promise<void> {
  const earlier = before === undefined ? [] : (JSON.parse(before.rules) as Partial<GivenRule>[])
  const readers = new Set([
    ...(await agentReaders(trx, agentId)).map(({ id }) => id),
    ...earlier.flatMap((rule) => rule.readers ?? []),
  ])
  const groups = new Set((await listGroups(trx)).map(({ id }) => id))
  for (const [place, rule] of rules.entries()) {
    const reader = rule.readers.find((id) => !readers.has(id))
    if (reader !== undefined) {
      const problem = `La portería no tiene un lector «${reader}»; elige uno de los suyos`
      throw invalidField(`rules.${place}.readers`, problem)
    }
    if (rule.who !== 'registered' && rule.who.some((id) => !groups.has(id))) {
      throw invalidField(`rules.${place}.who`, 'El grupo ya no existe; elige otro')
    }
  }
}
