import type { KyselyPlugin } from 'kysely'
import type { Db } from '../store/database.ts'

/** The same database, and how many statements were put to it by this way in. */
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
