import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/**
 * Tokens that only let a device ask to be an agent, one a code, each with the device that asks.
 * Beside `enroll_tokens`, so that an older hub does not take one for a token that gives a key.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema
    .createTable('enroll_cards')
    .addColumn('code_key', text, (c) => c.primaryKey())
    .addColumn('code', text, (c) => c.notNull())
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('claim_hash', text)
    .addColumn('name', text)
    .addColumn('serial', text)
    .addColumn('address', text)
    .addColumn('asked_at', 'bigint')
    .addColumn('seen_at', 'bigint')
    .addColumn('approved_at', 'bigint')
    .addColumn('key_id', text)
    .execute()
}
