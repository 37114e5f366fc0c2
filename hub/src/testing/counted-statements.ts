import type { KyselyPlugin } from 'kysely'
import type { Db } from '../store/database.ts'

/** The same database, and the number of statements that were run through it. */
export function countedStatements(db: Db): { db: Db; count: () => number } {
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(counting), count: () => statements }
}
