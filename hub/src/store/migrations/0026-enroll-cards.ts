import type { Kysely } from 'kysely'
import type { Dialect } from '../database.ts'
import { columnTypes } from './column-types.ts'

/**
 * Tokens that only let a device ask to be an agent, each with the device that has asked. Beside
 * `enroll_tokens`, so that an older hub does not take one for a token that gives a key.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await db.schema
    .createTable('enroll_cards')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('code', text, (c) => c.notNull())
    .addColumn('code_key', text, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
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
  await db.schema.createIndex('enroll_cards_code').on('enroll_cards').column('code_key').execute()
}
