import type { Db } from '../database.ts'

export interface NewEnrollToken {
  tokenHash: string
  /** The only code that it may enrol; null: any code that is new. */
  code: string | null
  createdBy: number | null
  now: number
  expiresAt: number
}

export async function createEnrollToken(db: Db, token: NewEnrollToken): Promise<void> {
  await db
    .insertInto('enroll_tokens')
    .values({
      token_hash: token.tokenHash,
      code_key: token.code?.toLowerCase() ?? null,
      created_by: token.createdBy,
      created_at: token.now,
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute()
}

/** True for a token that is neither used nor expired. */
export async function isEnrollTokenOpen(db: Db, tokenHash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('enroll_tokens')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks a token used; of several callers exactly one gets its row, the others undefined. */
export async function takeEnrollToken(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<{ codeKey: string | null } | undefined> {
  const row = await db
    .updateTable('enroll_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('code_key')
    .executeTakeFirst()
  return row && { codeKey: row.code_key }
}

/** Deletes tokens that were used or have expired. */
export async function deleteClosedEnrollTokens(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('enroll_tokens')
    .where((eb) => eb.or([eb('used_at', 'is not', null), eb('expires_at', '<=', now)]))
    .execute()
}
