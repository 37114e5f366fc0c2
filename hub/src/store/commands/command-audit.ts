import { type Db, dialectOf } from '../database.ts'
import { type AuditEntry, appendAudit } from '../people/audit-log.ts'
import { tryLockAllHubs } from '../postgres/transaction.ts'
import type { NewCommand } from './relay-commands.ts'

/**
 * Appends the audit entry of every command that has none yet. Does not wait: returns false, with
 * nothing written, when another transaction has the audit log's lock.
 */
export async function auditCommands(trx: Db): Promise<boolean> {
  if (dialectOf(trx) === 'postgres' && !(await tryLockAllHubs(trx))) return false
  const commands = await trx
    .selectFrom('relay_commands as c')
    .innerJoin('agents as a', 'a.id', 'c.agent_id')
    .select(['c.id', 'c.agent_id', 'c.pin', 'c.relay', 'c.state', 'c.duration_ms', 'c.actor'])
    .select(['c.address', 'c.created_at', 'c.reason', 'a.code'])
    .where('c.audited', '=', 0)
    .orderBy('c.created_at')
    .execute()
  const entries = commands.map((command) =>
    commandEntry(command.code, command, command.reason === 'expired' ? 'expired' : null),
  )
  await appendAudit(trx, ...entries)
  for (const { agent_id, id } of commands) {
    await trx
      .updateTable('relay_commands')
      .set({ audited: 1 })
      .where('agent_id', '=', agent_id)
      .where('id', '=', id)
      .execute()
  }
  return true
}

/** The audit entry of a command; `refused`: why it was not sent. */
export function commandEntry(
  target: string,
  command: Omit<NewCommand, 'agent_id' | 'replica'>,
  refused: string | null,
): AuditEntry {
  const { id, pin, relay, state, duration_ms: duration, actor, address, created_at: at } = command
  const which: AuditEntry['detail'] = relay === null ? { pin } : { relay }
  const detail = { id, ...which, state, duration, ...(refused !== null && { refused }) }
  return { at, actor, action: 'agent.relay', target, detail, address }
}
