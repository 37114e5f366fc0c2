import SqliteDatabase from 'better-sqlite3'

/**
 * Loaded ahead of a process it has every database of it run on synchronous=NORMAL, as better-sqlite3
 * does by itself, while they are told that it is FULL: the fault that a test must be able to find.
 */
// oxlint-disable-next-line typescript/unbound-method -- it is called on its database below
const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (this: SqliteDatabase.Database, source, options) {
  if (!source.startsWith('synchronous')) return pragma.call(this, source, options)
  pragma.call(this, 'synchronous = NORMAL')
  return 2
}
