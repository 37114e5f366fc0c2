import { ApiError } from '../../../api/http/api-error.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'

const LABELS = DASHBOARD_TEXTS.dashboard

/** Words a failure as the specification does: «Error: message». */
export function problemText(problem: unknown): string {
  if (!(problem instanceof ApiError)) {
    return LABELS.error(problem instanceof Error ? problem.message : String(problem))
  }
  if (problem.status === 0) return LABELS.error(LABELS.noAnswer)
  if (problem.code === 'bad_response') return LABELS.error(LABELS.badAnswer)
  const { status, retryAfterSeconds } = problem
  if (retryAfterSeconds !== null) return LABELS.errorWait(String(status), retryAfterSeconds)
  const reason = { 400: problem.detail, 403: LABELS.errorForbidden }[status]
  return LABELS.error(reason ? `${status}. ${reason}` : String(status))
}
