import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database.ts'

const REFUSAL = 'the audit log only grows'

/** Triggers that refuse to change or delete a row of the audit log. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') {
    const refuse = sql.raw(`begin select raise(abort, '${REFUSAL}'); end`)
    await sql`create trigger audit_log_update before update on audit_log ${refuse}`.execute(db)
    await sql`create trigger audit_log_delete before delete on audit_log ${refuse}`.execute(db)
    // «insert or replace» deletes without firing the trigger above.
    await sql`create trigger audit_log_replace before insert on audit_log
      when exists (select 1 from audit_log where id = new.id) ${refuse}`.execute(db)
    return
  }
  await sql`create function refuse_audit_change() returns trigger language plpgsql as
    ${sql.raw(`'begin raise exception ''${REFUSAL}''; end'`)}`.execute(db)
  await sql`create trigger audit_log_change before update or delete on audit_log
    for each row execute function refuse_audit_change()`.execute(db)
  await sql`create trigger audit_log_truncate before truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db)
}
