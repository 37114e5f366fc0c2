import type { DecisionSummary as Summary } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { spanParams, type TimeSpan } from '../reads/time-span.ts'
import { DecisionSummary } from './summary-shapes.ts'

/** GET /api/access/decisions/summary: what gates decided in a span, by verdict and reason. */
export function fetchDecisionSummary(
  api: ApiClient,
  span: TimeSpan,
  signal: AbortSignal,
): Promise<Summary> {
  return api({
    path: `/api/access/decisions/summary?${spanParams(span)}`,
    shape: DecisionSummary,
    signal,
  })
}
