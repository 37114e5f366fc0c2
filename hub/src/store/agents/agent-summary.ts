import { sql } from 'kysely'
import { type Db, dialectOf } from '../database.ts'

/** All agents that are not deleted, by what each said last. */
export interface AgentSummary {
  versions: { version: string; agents: number }[]
  /** Entries that wait in their outboxes. */
  unacked: number
  /** Bytes of the fullest outbox through its cap; 0 without any. */
  filledRatio: number
}

export async function summarizeAgents(db: Db): Promise<AgentSummary> {
  const versions = await db
    .selectFrom('agents')
    .select((eb) => ['version', eb.fn.countAll<number>().as('agents')])
    .where('deleted_at', 'is', null)
    .where('version', 'is not', null)
    .groupBy('version')
    .execute()
  const figure = (name: string) =>
    dialectOf(db) === 'sqlite'
      ? sql`cast(outbox ->> ${name} as real)`
      : // Postgres refuses half characters, which a device may give a reason in: a slash stands for them.
        sql`(regexp_replace(outbox, '\\\\u[0-9a-f]{4}', '/', 'g')::json ->> ${name})::double precision`
  const { rows } = await sql<Pick<AgentSummary, 'unacked' | 'filledRatio'>>`
    select coalesce(sum(${figure('unacked')}), 0) as unacked,
      coalesce(max(${figure('bytes')} / nullif(${figure('maxBytes')}, 0)), 0) as "filledRatio"
    from agents where deleted_at is null and outbox is not null`.execute(db)
  const { unacked = 0, filledRatio = 0 } = rows[0] ?? {}
  return {
    versions: versions.map(({ version, agents }) => ({ version: version ?? '', agents })),
    unacked,
    filledRatio,
  }
}
