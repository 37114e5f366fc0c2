import type { AckEvent, ClaimedDevice, Hello, Welcome } from '@vehicle-control/protocol'
import { type HubTakes, SYNC_PROTOCOL } from '@vehicle-control/protocol'
import { clockOffEvent, insertAgentEvents } from '../store/agents/agent-events.ts'
import { findForJoin, type JoinRow, saveJoin } from '../store/agents/agent-join.ts'
import { findLiveKey, markKeyUsed } from '../store/agents/agent-keys.ts'
import { endAllOn, relayOf } from '../store/commands/relay-commands.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { registerEpochs } from '../store/reads/epochs.ts'
import { CLOCK_OFF_MS } from '../entries/entry-time.ts'
import { evaluateJoin, readJoin, signJoin } from './join-state.ts'

/** The sender of a hello, as the upgrade authenticated it. */
export interface Caller {
  agentId: number
  /** The key that it showed at the upgrade, which may have been revoked since. */
  keyId: string
  address: string
  /** Name of this replica. */
  replica: string
  /** What all replicas take of edges. */
  takes: readonly HubTakes[]
  now: number
}

export interface HelloRequest {
  /** Signs the join states of this installation. */
  secret: string
  hello: Hello
  caller: Caller
}

/** The answer to a hello. */
export type HelloResult =
  | { type: 'gone' | 'wrong_agent' | 'foreign_epoch' | 'too_many_epochs' }
  | {
      type: 'welcome'
      welcome: Omit<Welcome, 'suppressWindowMs'>
      generation: number
      /** Counter of the offered join state, to be confirmed by `joined`. */
      offered: number | null
      agent: { code: string; name: string; location: string | null }
      /** Commands whose relays were on when the device restarted. */
      ended: AckEvent[]
    }

/** Handles a hello in one transaction: its epochs, its join state, and a new generation. */
export function takeHello(db: Db, { secret, hello, caller }: HelloRequest): Promise<HelloResult> {
  const take = async (trx: Db): Promise<HelloResult> => {
    // First lock the row: a transaction that holds it may be revoking the key.
    const row = await findForJoin(trx, caller.agentId)
    const owner = row && (await findLiveKey(trx, caller.keyId, caller.now))
    if (row === undefined || owner === undefined) return { type: 'gone' }
    await markKeyUsed(trx, owner.key, caller.now)
    if (row.code.toLowerCase() !== hello.agent.toLowerCase()) return { type: 'wrong_agent' }
    const epochs = await registerEpochs(trx, row.id, hello.epochs, caller.now)
    if (epochs === 'foreign') return { type: 'foreign_epoch' }
    if (epochs === 'too_many') return { type: 'too_many_epochs' }
    const join = evaluate(secret, row, hello)
    const generation = row.generation + 1
    const { code, name, location } = row
    const common = {
      type: 'welcome' as const,
      generation,
      agent: { code, name, location },
      ended: [],
    }
    const head = { type: 'welcome' as const, protocol: SYNC_PROTOCOL, wall: caller.now }
    const welcome = { ...head, epochs, takes: [...caller.takes] }
    if (join.verdict === 'quarantine') {
      const quarantine = row.quarantine ?? JSON.stringify(claim(row, hello, caller))
      await saveJoin(trx, row.id, { quarantine, generation, replica: caller.replica })
      return {
        ...common,
        welcome: { ...welcome, join: null, quarantined: true },
        offered: null,
      }
    }
    if (join.verdict === 'restored') {
      const action = 'agent.join_ahead'
      const { now: at, address } = caller
      await appendAudit(trx, { at, actor: `agent:${code}`, action, target: code, address })
    }
    const off = hello.clock === 'synced' ? hello.wall - caller.now : 0
    if (Math.abs(off) > CLOCK_OFF_MS) {
      const from = { epochId: 0, seq: 0, agentId: row.id, receivedAt: caller.now }
      await insertAgentEvents(trx, [clockOffEvent(from, off)])
    }
    const isNewBoot = row.boot_id !== null && row.boot_id !== hello.bootId
    const ended = isNewBoot ? await endAllOn(trx, row.id, caller.now) : []
    await saveJoin(trx, row.id, {
      boot_id: hello.bootId,
      join_confirmed: join.confirmed,
      join_offered: join.offered,
      join_serial: null,
      generation,
      replica: caller.replica,
      hardware_serial: hello.hardwareSerial,
      version: hello.version,
      accepts: JSON.stringify(hello.accepts ?? []),
      last_ip: caller.address,
      last_seen: caller.now,
    })
    return {
      ...common,
      welcome: { ...welcome, join: signJoin(secret, row.id, join.offered), quarantined: false },
      offered: join.offered,
      ended: ended.map(({ id, on_ms: onMs, ...row }) => {
        const result = { ok: true, onMs, reason: 'auto_off' as const }
        return { id, agent: { code }, ...relayOf(row), state: 0, ...result }
      }),
    }
  }
  return inTransaction(db, take)
}

function evaluate(secret: string, row: JoinRow, hello: Hello) {
  const wrongDevice = row.join_serial !== null && row.join_serial !== hello.hardwareSerial
  if (row.quarantine !== null || wrongDevice) return { verdict: 'quarantine' as const }
  const shown =
    hello.join === null ? 'none' : (readJoin(secret, row.id, hello.join) ?? ('invalid' as const))
  return evaluateJoin({ confirmed: row.join_confirmed, offered: row.join_offered }, shown)
}

/** The two devices that claim to be one agent, for the administrator who has to choose. */
function claim(row: JoinRow, hello: Hello, caller: Caller) {
  const known: ClaimedDevice = {
    address: row.last_ip,
    hardware_serial: row.hardware_serial,
    at: new Date(row.last_seen ?? caller.now).toISOString(),
  }
  const claimant: ClaimedDevice = {
    address: caller.address,
    hardware_serial: hello.hardwareSerial,
    at: new Date(caller.now).toISOString(),
  }
  return { known, claimant }
}
