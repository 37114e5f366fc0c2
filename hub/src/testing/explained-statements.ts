import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { type Db, dialectOf } from '../store/database.ts'

/** The same database, and the query plans of the statements that were run through it. */
export function explainedStatements(db: Db): { db: Db; plans: () => Promise<string[]> } {
  const nodes: RootOperationNode[] = []
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const explain = dialectOf(db) === 'postgres' ? 'explain' : 'explain query plan'
  return {
    db: db.withPlugin(watch),
    async plans() {
      const plans: string[] = []
      for (const node of nodes) {
        const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
        const { rows } = await db.executeQuery<Record<string, unknown>>({
          ...query,
          sql: `${explain} ${query.sql}`,
        })
        plans.push(rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n'))
      }
      return plans
    },
  }
}
