import type { Db } from '../database.ts'

/** Where a read stands in any list of reads. */
export interface ReadPlace {
  id: number
  readAt: number
  receivedAt: number
}

/** The place of a read by its id `<epoch>-<seq>`; null where no such read is stored. */
export async function findPlace(db: Db, readId: string): Promise<ReadPlace | null> {
  const [, epoch, seq] = /^([A-Za-z0-9]+)-(\d{1,15})$/.exec(readId) ?? []
  if (epoch === undefined) return null
  const row = await db
    .selectFrom('reads')
    .innerJoin('agent_epochs', 'agent_epochs.id', 'reads.epoch_id')
    .select(['reads.id', 'reads.read_at', 'reads.received_at'])
    .where('agent_epochs.epoch', '=', epoch)
    .where('reads.seq', '=', Number(seq))
    .executeTakeFirst()
  return row ? { id: row.id, readAt: row.read_at, receivedAt: row.received_at } : null
}
