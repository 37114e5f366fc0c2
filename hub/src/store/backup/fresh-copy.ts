import { copyTables } from './copy-tables.ts'
import { fillSqlite } from './fill-sqlite.ts'
import { migrations } from '../migrations/index.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { sqliteRows } from './sqlite-rows.ts'
import { foreignObjects, migrationsOf, openUntrusted } from './untrusted-file.ts'

/**
 * Copies the rows of a backup into a SQLite file whose schema this hub creates, first that of the
 * backup's version, and then migrates it: nothing that the backup declares (a trigger, a view) is
 * run or copied. `to` is an existing empty file. Returns what the backup declares and no hub does.
 *
 * @throws BackupError
 */
export async function copyFresh(from: string, to: string): Promise<string[]> {
  const source = openUntrusted(from)
  try {
    const made = migrationsOf(source)
    const known = Object.entries(migrations('sqlite')).slice(0, made.length)
    await (await openSqlite(to, Object.fromEntries(known))).close()
    const foreign = foreignObjects(source, to)
    await fillSqlite(to, (target) => copyTables(sqliteRows(source), sqliteRows(target)))
    await (await openSqlite(to)).close()
    return foreign
  } finally {
    source.close()
  }
}
