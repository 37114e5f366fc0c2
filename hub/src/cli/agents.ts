import {
  AgentCode,
  AgentDetail,
  ENROLL_APPROVAL_TTL_MAX_S,
  ENROLL_TTL_DEFAULT_S,
  ENROLL_TTL_MAX_S,
  ENROLL_TTL_MIN_S,
  PEER_DEAD_AFTER_MS,
} from '@vehicle-control/protocol'
import { envFile } from '@vehicle-control/protocol/env-file'
import { z } from 'zod'
import { byAgent } from '../alerts/alerts.ts'
import { issueEnrollToken } from '../auth/agent-keys/issue-enroll-token.ts'
import { rotateAgentKey } from '../auth/agent-keys/rotate-agent-key.ts'
import type { Config } from '../config/config.ts'
import { readPolicies } from '../store/access/access-policies.ts'
import { listReaders } from '../store/agents/agent-status.ts'
import { findAgent, listDetailedAgents } from '../store/agents/agents.ts'
import type { Db } from '../store/database.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { check, COMMAND_LINE, runDatabaseCommand, UsageError } from './database-command.ts'

const USAGE = `usage: node hub/dist/main.js agents <command>
  list
  enroll-token [--code <code>] [--ttl <seconds>]   a code that exists or was deleted needs a token of its own
  cards --codes <code,code,…> [--hub-url <url>] [--days <days>]
                                                   one file for prepare-cards: each device asks, and an admin approves it; ends the codes' earlier cards
  rotate-key --code <code> [--revoke]              --revoke ends the older keys now`

/**
 * A hub that was killed leaves its agents marked as connected; the time of their last frame tells.
 */
const CONNECTED_WITHIN_MS = PEER_DEAD_AFTER_MS + 15_000

const DAY_S = 86_400
const Code = z.string({ error: 'give --code <code>' }).pipe(AgentCode)
const TTL = `--ttl is a number of seconds from ${ENROLL_TTL_MIN_S} to ${ENROLL_TTL_MAX_S}`
const Ttl = z.coerce
  .number(TTL)
  .int(TTL)
  .min(ENROLL_TTL_MIN_S, TTL)
  .max(ENROLL_TTL_MAX_S, TTL)
  .default(ENROLL_TTL_DEFAULT_S)
const CARD_DAYS_MAX = ENROLL_APPROVAL_TTL_MAX_S / DAY_S
const DAYS = `--days is a number from 1 to ${CARD_DAYS_MAX}`
const Days = z.coerce
  .number(DAYS)
  .int(DAYS)
  .min(1, DAYS)
  .max(CARD_DAYS_MAX, DAYS)
  .default(CARD_DAYS_MAX)
const CARDS_MAX = 500
const Codes = z
  .string({ error: 'give --codes <code,code,…>' })
  .transform((text) => {
    const codes = text
      .split(',')
      .map((code) => code.trim())
      .filter(Boolean)
    return [...new Map(codes.map((code) => [code.toLowerCase(), code])).values()]
  })
  .pipe(z.array(AgentCode).min(1, 'give --codes <code,code,…>').max(CARDS_MAX))
const HUB_URL = '--hub-url is the address of the hub without a path, such as https://hub.example'
const HubUrl = z
  .url({ protocol: /^https?$/, error: HUB_URL })
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`, HUB_URL)
const { outbox: Outbox } = AgentDetail.shape

/** Runs `agents …`, prints its result (JSON; of `cards` the file), and returns the exit code. */
export function runAgents(args: readonly string[], config: Config): Promise<number> {
  return runDatabaseCommand(args, {
    config,
    usage: USAGE,
    options: {
      code: { type: 'string' },
      ttl: { type: 'string' },
      revoke: { type: 'boolean' },
      codes: { type: 'string' },
      days: { type: 'string' },
      'hub-url': { type: 'string' },
    },
    commands: {
      list,
      'enroll-token': enrollToken,
      cards: (db, values) => cards(db, values, config.publicOrigin),
      'rotate-key': rotateKey,
    },
  })
}

async function list(db: Db): Promise<unknown> {
  const readers = byAgent(await listReaders(db))
  const now = Date.now()
  const modes = new Map((await readPolicies(db)).map(({ agentId, mode }) => [agentId, mode]))
  return (await listDetailedAgents(db)).map((row) => {
    const { code, name, version, last_seen: lastSeen, clock } = row
    const ago = lastSeen === null ? null : Math.max(0, now - lastSeen)
    const outbox = row.outbox === null ? null : Outbox.parse(JSON.parse(row.outbox))
    const mode = modes.get(row.id)
    return {
      code,
      name,
      version,
      connected: row.replica !== null && ago !== null && ago < CONNECTED_WITHIN_MS,
      lastSeen: lastSeen === null ? null : new Date(lastSeen).toISOString(),
      lastSeenAgoMs: ago,
      unacked: outbox?.unacked ?? null,
      outboxBytes: outbox?.bytes ?? null,
      clock,
      // Among what it has not sent may be decisions of before it was turned off.
      decides: mode !== undefined && (mode !== 'off' || (outbox?.unacked ?? 0) > 0),
      readers: (readers.get(row.id) ?? []).map(({ reader, state }) => ({ id: reader, state })),
    }
  })
}

async function enrollToken(db: Db, values: object): Promise<unknown> {
  const { code, ttl } = check(z.object({ code: Code.optional(), ttl: Ttl }), values)
  const token = { code: code ?? null, ttl, approval: false, ...byCommand() }
  return await withLockOfAllHubs(db, (trx) => issueEnrollToken(trx, token))
}

const byCommand = () => ({ createdBy: null, at: Date.now(), by: COMMAND_LINE })

/** The `.env` of each code one after another, as `prepare-cards` splits them: by EDGE_HUB_URL. */
async function cards(db: Db, values: object, publicOrigin: string | null): Promise<string> {
  const Options = z.object({ codes: Codes, days: Days, 'hub-url': HubUrl.optional() })
  const { codes, days, 'hub-url': given } = check(Options, values)
  const hubUrl = given ?? publicOrigin
  if (hubUrl === null) throw new UsageError('give --hub-url <url>: HUB_PUBLIC_URL is not set')
  return await withLockOfAllHubs(db, async (trx) => {
    const files: string[] = []
    for (const code of codes) {
      const request = { code, ttl: days * DAY_S, approval: true, ...byCommand() }
      const { token } = await issueEnrollToken(trx, request)
      files.push(
        envFile([
          ['EDGE_HUB_URL', hubUrl],
          ['EDGE_AGENT_CODE', code],
          ['EDGE_ENROLL_TOKEN', token],
        ]),
      )
    }
    return files.join('\n')
  })
}

async function rotateKey(db: Db, values: object): Promise<unknown> {
  const Options = z.object({ code: Code, revoke: z.boolean().default(false) })
  const { code, revoke } = check(Options, values)
  const at = Date.now()
  return await withLockOfAllHubs(db, async (trx) => {
    const agent = await findAgent(trx, code)
    if (agent === undefined || agent.deleted_at !== null) {
      throw new UsageError(`no agent has the code ${code}; see «agents list»`)
    }
    return { apiKey: await rotateAgentKey(trx, agent, { revoke, at, by: COMMAND_LINE }) }
  })
}
