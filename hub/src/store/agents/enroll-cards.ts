import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../database.ts'
import type { EnrollCardRow, EnrollCardTable } from '../schema/agents.ts'

/** Requests that are listed at a time: those of one file of cards. */
const WAITING_MAX = 500

const NOBODY = {
  claim_hash: null,
  name: null,
  serial: null,
  address: null,
  asked_at: null,
  seen_at: null,
  approved_at: null,
  key_id: null,
} as const

/** Stores the card of a code, in the place of the one that it had: that one's token ends. */
export async function putCard(
  db: Db,
  { code, ...card }: Pick<Insertable<EnrollCardTable>, 'code' | 'token_hash' | 'expires_at'>,
): Promise<void> {
  const row = { code_key: code.toLowerCase(), code, ...card, ...NOBODY }
  await db
    .insertInto('enroll_cards')
    .values(row)
    .onConflict((conflict) => conflict.column('code_key').doUpdateSet(row))
    .execute()
}

/** The card of a token that has not expired. */
export function findOpenCard(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<EnrollCardRow | undefined> {
  return db
    .selectFrom('enroll_cards')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Notes on the card of a code who asks, and what became of it. */
export async function updateCard(
  db: Db,
  codeKey: string,
  fields: Updateable<EnrollCardTable>,
): Promise<void> {
  await db.updateTable('enroll_cards').set(fields).where('code_key', '=', codeKey).execute()
}

/** The card by which a device asks for the code and waits for an admin. */
export function findWaitingCard(
  db: Db,
  codeKey: string,
  now: number,
): Promise<EnrollCardRow | undefined> {
  return waiting(db, now).where('enroll_cards.code_key', '=', codeKey).executeTakeFirst()
}

/** The requests that wait for an admin, the oldest first, each with the agent that is there already. */
export function listWaitingCards(
  db: Db,
  now: number,
): Promise<(EnrollCardRow & { agent_name: string | null })[]> {
  return waiting(db, now)
    .leftJoin('agents', (join) =>
      join
        .onRef('agents.code_key', '=', 'enroll_cards.code_key')
        .on('agents.deleted_at', 'is', null),
    )
    .select('agents.name as agent_name')
    .orderBy('asked_at')
    .limit(WAITING_MAX)
    .execute()
}

function waiting(db: Db, now: number) {
  return db
    .selectFrom('enroll_cards')
    .selectAll('enroll_cards')
    .where('claim_hash', 'is not', null)
    .where('approved_at', 'is', null)
    .where('key_id', 'is', null)
    .where('expires_at', '>', now)
}

/** Ends the card of a code: its token is good for nothing any more. */
export async function deleteCard(db: Db, codeKey: string): Promise<void> {
  await db.deleteFrom('enroll_cards').where('code_key', '=', codeKey).execute()
}

/** Ends the card by which the device of this claim asked: it is the agent by now. */
export async function deleteCardOf(db: Db, codeKey: string, claimHash: string): Promise<void> {
  await db
    .deleteFrom('enroll_cards')
    .where('code_key', '=', codeKey)
    .where('claim_hash', '=', claimHash)
    .execute()
}

/** Takes an approval for this agent back whose device has not come for its key. */
export async function withdrawApproval(db: Db, agentId: number): Promise<void> {
  await db
    .updateTable('enroll_cards')
    .set({ approved_at: null })
    .where('key_id', 'is', null)
    .where('code_key', '=', (eb) =>
      eb.selectFrom('agents').select('code_key').where('id', '=', agentId),
    )
    .execute()
}

/** Deletes the cards whose time is over. */
export async function deleteExpiredCards(db: Db, now: number): Promise<void> {
  await db.deleteFrom('enroll_cards').where('expires_at', '<=', now).execute()
}
