import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../database.ts'
import type { EnrollCardRow, EnrollCardTable } from '../schema/agents.ts'

/** Requests that are listed at a time, the oldest first: more than anybody works through. */
const WAITING_MAX = 100
/** A device that is there asks once a minute at least. */
const SILENT_AFTER_MS = 10 * 60_000

const NOBODY = {
  claim_hash: null,
  name: null,
  serial: null,
  address: null,
  asked_at: null,
  seen_at: null,
  approved_at: null,
} as const

/** Stores a card's token. */
export async function createCard(
  db: Db,
  card: Pick<Insertable<EnrollCardTable>, 'token_hash' | 'code' | 'created_at' | 'expires_at'>,
): Promise<void> {
  const values = { ...card, ...NOBODY, code_key: card.code.toLowerCase(), key_id: null }
  await db.insertInto('enroll_cards').values(values).execute()
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

/** True while another device asks for the code, or was approved and has yet to come for its key. */
export async function doesAnotherAsk(
  db: Db,
  { code_key, claim_hash }: { code_key: string; claim_hash: string },
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('enroll_cards')
    .select('token_hash')
    .where('code_key', '=', code_key)
    .where('claim_hash', '!=', claim_hash)
    .where('key_id', 'is', null)
    .where('expires_at', '>', now)
    .where('seen_at', '>', now - SILENT_AFTER_MS)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes on a card who asks. */
export async function updateCard(
  db: Db,
  tokenHash: string,
  fields: Updateable<EnrollCardTable>,
): Promise<void> {
  await db.updateTable('enroll_cards').set(fields).where('token_hash', '=', tokenHash).execute()
}

/** Forgets who asked for the code by other cards; with `approved` those that were approved, too. */
export async function forgetOtherRequests(
  db: Db,
  { token_hash, code_key }: Pick<EnrollCardRow, 'token_hash' | 'code_key'>,
  { approved }: { approved: boolean },
): Promise<void> {
  let others = db
    .updateTable('enroll_cards')
    .set(NOBODY)
    .where('code_key', '=', code_key)
    .where('token_hash', '!=', token_hash)
    .where('key_id', 'is', null)
  if (!approved) others = others.where('approved_at', 'is', null)
  await others.execute()
}

/** The card by which a device asks for the code and waits for an admin. */
export function findWaitingCard(
  db: Db,
  codeKey: string,
  now: number,
): Promise<EnrollCardRow | undefined> {
  return waiting(db, now).where('enroll_cards.code_key', '=', codeKey).executeTakeFirst()
}

/** The requests that wait for an admin; `replaces` is the id of the agent that is there already. */
export function listWaitingCards(
  db: Db,
  now: number,
): Promise<(EnrollCardRow & { replaces: number | null })[]> {
  return waiting(db, now)
    .leftJoin('agents', (join) =>
      join
        .onRef('agents.code_key', '=', 'enroll_cards.code_key')
        .on('agents.deleted_at', 'is', null),
    )
    .select('agents.id as replaces')
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

/** Ends a card: its token is good for nothing any more. */
export async function deleteCard(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('enroll_cards').where('token_hash', '=', tokenHash).execute()
}

/** Takes approvals for this agent back whose device has not come for its key. */
export async function withdrawApprovals(db: Db, agentId: number): Promise<void> {
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
