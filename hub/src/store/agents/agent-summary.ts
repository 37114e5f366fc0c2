import { sql } from 'kysely'
import { type Db, dialectOf } from '../database.ts'

/** Sums over all agents that are not deleted, from the last report of each. */
export interface AgentSummary {
  versions: { version: string; agents: number }[]
  /** Entries in their outboxes that are not acked yet. */
  unacked: number
  /** How full the fullest outbox is: its bytes divided by its limit; 0 without any. */
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
      : // A device's text may have lone surrogates, which Postgres refuses: they become slashes.
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
