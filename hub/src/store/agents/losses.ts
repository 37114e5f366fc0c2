import type { Db } from '../database.ts'

export interface LossQuery {
  from?: number | undefined
  to?: number | undefined
  page: number
  pageSize: number
}

/** A page of an agent's gaps, newest first, and how many there are in all. */
export async function listGaps(db: Db, agentId: number, { from, to, page, pageSize }: LossQuery) {
  const matching = db
    .selectFrom('gaps')
    .where('gaps.agent_id', '=', agentId)
    .$if(from !== undefined, (query) => query.where('gaps.at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('gaps.at', '<=', to ?? 0))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .innerJoin('agent_epochs', 'agent_epochs.id', 'gaps.epoch_id')
    .select(['agent_epochs.epoch', 'gaps.seq', 'gaps.from_seq', 'gaps.to_seq', 'gaps.counts'])
    .select(['gaps.reason', 'gaps.at', 'gaps.received_at', 'gaps.gaps'])
    .orderBy('gaps.at', 'desc')
    .orderBy('gaps.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total }
}

/** How many dead letters there are, counted to `most`: there may be very many. */
export async function countDeadLetters(db: Db, most: number): Promise<number> {
  const { total } = await db
    .selectFrom(db.selectFrom('dead_letters').select('id').limit(most).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** A page of all dead letters, newest first, and how many there are in all. */
export async function listDeadLetters(db: Db, { from, to, page, pageSize }: LossQuery) {
  const matching = db
    .selectFrom('dead_letters')
    .$if(from !== undefined, (query) => query.where('dead_letters.received_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('dead_letters.received_at', '<=', to ?? 0))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .innerJoin('agent_epochs', 'agent_epochs.id', 'dead_letters.epoch_id')
    .leftJoin('agent_epochs as last', 'last.id', 'dead_letters.last_epoch_id')
    .innerJoin('agents', 'agents.id', 'dead_letters.agent_id')
    .select(['agent_epochs.epoch', 'dead_letters.seq', 'agents.code', 'dead_letters.kind'])
    .select(['dead_letters.payload', 'dead_letters.error', 'dead_letters.received_at'])
    .select(['dead_letters.count', 'last.epoch as last_epoch', 'dead_letters.last_seq'])
    .orderBy('dead_letters.received_at', 'desc')
    .orderBy('dead_letters.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total }
}
