import type { Db } from '../database.ts'
import type { AuditRow } from '../schema/people.ts'
import { keyedHash, plainHash } from './audit-hash.ts'
import type { AuditHead } from './audit-head.ts'
import type { AuditKey } from './audit-key.ts'

const ROWS_AT_ONCE = 1000

/** A run of rows that cannot be verified, all for the same reason. */
export interface UnprovenRows {
  /**
   * `unkeyed`: without a key, after a row that has one. `foreign`: under a key that was not given.
   */
  why: 'unkeyed' | 'foreign'
  /** Id of their key; empty for none. */
  key: string
  /** Ids of the first and the last row. */
  from: number
  to: number
  rows: number
}

export type ChainResult =
  | ({ ok: true } & AuditHead)
  | { ok: false; why: 'broken'; brokenAt: AuditRow }
  | ({ ok: false; why: 'keyless' } & AuditHead)
  | ({ ok: false; why: 'unproven'; unproven: UnprovenRows[] } & AuditHead)
  | ({ ok: false; why: 'shorter' | 'other'; noted: AuditHead } & AuditHead)

export interface VerifyAuditOptions {
  /** The hub's key, and earlier ones. */
  keys: readonly AuditKey[]
  /** A head that was written down earlier: the chain must still contain it. */
  noted?: AuditHead | undefined
  /** Waits between pages of 1,000 rows, which took so many milliseconds; absent: as fast as it goes. */
  pause?: (tookMs: number) => Promise<void>
}

/**
 * Follows the audit log's chain from its first row to its last. `broken`: the first row whose hash
 * does not match: it was changed, or the one before it was changed, moved or deleted. `keyless`: no
 * row has a key. `unproven`: rows without a key after one that has a key, or under a key that was
 * not given. The chain alone cannot show that its end was cut off; only `noted` can (`shorter`,
 * `other`).
 */
export async function verifyAuditChain(
  db: Db,
  { keys, noted, pause }: VerifyAuditOptions,
): Promise<ChainResult> {
  const byId = new Map(keys.map((key) => [key.id, key]))
  const unproven: UnprovenRows[] = []
  const head: AuditHead = { rows: 0, head: '' }
  let isKeyed = false
  let isProven = true
  let isAsNoted = noted?.rows === 0
  for await (const row of allRows(db, pause)) {
    const key = byId.get(row.key)
    isKeyed ||= row.key !== ''
    const isForeign = row.key !== '' && key === undefined
    if (!isForeign && row.hash !== hashOf(head.head, row, key)) {
      return { ok: false, why: 'broken', brokenAt: row }
    }
    const last = unproven.at(-1)
    const wasProven = isProven
    isProven = key !== undefined || !isKeyed
    if (!isProven && !wasProven && last?.key === row.key) {
      last.to = row.id
      last.rows++
    } else if (!isProven) {
      const why = isForeign ? 'foreign' : 'unkeyed'
      unproven.push({ why, key: row.key, from: row.id, to: row.id, rows: 1 })
    }
    head.head = row.hash
    head.rows++
    if (head.rows === noted?.rows) isAsNoted = row.hash === noted.head
  }
  if (noted && noted.rows > head.rows) return { ok: false, why: 'shorter', noted, ...head }
  if (noted && !isAsNoted) return { ok: false, why: 'other', noted, ...head }
  if (unproven.length > 0) return { ok: false, why: 'unproven', unproven, ...head }
  if (!isKeyed) return { ok: false, why: 'keyless', ...head }
  return { ok: true, ...head }
}

async function* allRows(db: Db, pause: VerifyAuditOptions['pause']): AsyncGenerator<AuditRow> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const page = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const since = performance.now()
    yield* page
    if (page.length < ROWS_AT_ONCE) return
    await pause?.(performance.now() - since)
    after = page.at(-1)?.id ?? after
  }
}

const hashOf = (previous: string, row: AuditRow, key: AuditKey | undefined) =>
  key ? keyedHash(previous, row, key) : plainHash(previous, row)
