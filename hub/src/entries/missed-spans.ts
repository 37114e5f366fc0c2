import { LATE_AFTER_MS } from '@vehicle-control/protocol'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database } from '../store/schema/tables.ts'

/** The entries of an epoch with seqs above `from`, up to `to`. */
export interface Span {
  epochId: number
  agentId: number
  from: number
  to: number
}

/** Limit of rows of one query for missed entries; more than any screen shows. */
export const MISSED_ROWS_MAX = 5000

/** A condition that a row's entry lies in one of these spans. */
export const inSpans =
  (spans: readonly Span[]) =>
  (
    eb: ExpressionBuilder<Database, 'reads' | 'suppressions' | 'telemetry' | 'decisions'>,
  ): Expression<SqlBool> =>
    eb.or(
      spans.map(({ epochId, from, to }) =>
        eb.and([eb('epoch_id', '=', epochId), eb('seq', '>', from), eb('seq', '<=', to)]),
      ),
    )

/** For tables without a `late` column: computes the age on arrival by the edge's clock. */
export const wasLate = (at: number, receivedAt: number) => receivedAt - at > LATE_AFTER_MS
