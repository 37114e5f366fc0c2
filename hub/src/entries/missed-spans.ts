import { LATE_AFTER_MS } from '@vehicle-control/protocol'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database } from '../store/schema/tables.ts'

/** Entries of an epoch: those above `from` up to `to`. */
export interface Span {
  epochId: number
  agentId: number
  from: number
  to: number
}

/** Rows of one query for what was missed; more than any screen shows. */
export const MISSED_ROWS_MAX = 5000

/** A condition that a row's entry lies in one of these spans. */
export const inSpans =
  (spans: readonly Span[]) =>
  (eb: ExpressionBuilder<Database, 'reads' | 'suppressions' | 'telemetry'>): Expression<SqlBool> =>
    eb.or(
      spans.map(({ epochId, from, to }) =>
        eb.and([eb('epoch_id', '=', epochId), eb('seq', '>', from), eb('seq', '<=', to)]),
      ),
    )

/** Of a table without a `late` column the edge's clock stands in for the age on arrival. */
export const wasLate = (at: number, receivedAt: number) => receivedAt - at > LATE_AFTER_MS
