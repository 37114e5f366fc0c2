import { sql } from 'kysely'
import { type Db, dialectOf } from '../store/database.ts'

const TRIGGERS = {
  sqlite: ['audit_log_update', 'audit_log_delete', 'audit_log_replace'],
  postgres: ['audit_log_change', 'audit_log_truncate'],
}

/** Lets the audit log be changed, as whoever owns the tables can. For tests. */
export async function dropAuditTriggers(db: Db): Promise<void> {
  const dialect = dialectOf(db)
  const on = dialect === 'postgres' ? ' on audit_log' : ''
  for (const name of TRIGGERS[dialect]) await sql.raw(`drop trigger ${name}${on}`).execute(db)
}
