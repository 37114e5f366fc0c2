import { ConfigError } from '@vehicle-control/protocol/errors'
import type { Sqlite } from './file/outbox-file.ts'

export function readMeta(db: Sqlite, key: string): string | undefined {
  return db.prepare('select value from meta where key = ?').pluck().get(key) as string | undefined
}

export function writeMeta(db: Sqlite, key: string, value: string): void {
  db.prepare('insert or replace into meta (key, value) values (?, ?)').run(key, value)
}

/**
 * Gives the file to one agent code: its entries must not reach the hub under another. A file of
 * another agent that has nothing left to send is emptied.
 *
 * @throws ConfigError while unsent entries of another agent wait.
 */
export function claimFor(db: Sqlite, agentCode: string): void {
  const owner = readMeta(db, 'agent')
  if (owner !== undefined && owner.toLowerCase() !== agentCode.toLowerCase()) {
    const waiting = db
      .prepare(
        `select 1 from entries join epochs
           on seq between first_seq and coalesce(last_seq, 9e18) where seq > acked limit 1`,
      )
      .get()
    if (waiting !== undefined) {
      throw new ConfigError(
        `EDGE_AGENT_CODE: hay entradas sin enviar del agente ${owner}; arranque como ${owner} hasta que se envíen, o use otro EDGE_DATA_DIR`,
      )
    }
    db.exec(`delete from entries; delete from epochs; delete from marks; delete from commands;
      delete from meta where key like 'salvage %'`)
  }
  writeMeta(db, 'agent', agentCode)
}
