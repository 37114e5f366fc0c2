import type { Db } from '../store/database.ts'

/** Tables with their columns, as the database describes them. */
export type Schema = Awaited<ReturnType<Db['introspection']['getTables']>>

export const schemaOf = (db: Db): Promise<Schema> => db.introspection.getTables()

/**
 * The changes of a schema that break a hub of the version before: tables and columns that are gone
 * or of another kind, and new columns that its inserts would have to name. Keys and triggers are
 * not compared. For tests.
 */
export function whatOldHubsNotice(before: Schema, after: Schema): string[] {
  return before.flatMap(({ name: table, columns }) => {
    const now = after.find(({ name }) => name === table)
    if (now === undefined) return [`${table} is gone`]
    const changed = columns.flatMap(({ name, dataType, isNullable }) => {
      const column = now.columns.find((one) => one.name === name)
      if (column === undefined) return [`${table}.${name} is gone`]
      const isSame = column.dataType === dataType && column.isNullable === isNullable
      return isSame ? [] : [`${table}.${name} is another`]
    })
    const added = now.columns.filter(({ name }) => !columns.some((one) => one.name === name))
    const wanted = added.filter((one) => !one.isNullable && !one.hasDefaultValue)
    return [...changed, ...wanted.map(({ name }) => `${table}.${name} must be given`)]
  })
}
