import { ApiError } from '../../../api/http/api-error.ts'
import { dashboardTexts } from '../../../texts/dashboard.ts'

const { dashboard } = dashboardTexts

/** What went wrong, as the specification words it: «Error: message». */
export function problemText(problem: unknown): string {
  if (!(problem instanceof ApiError)) {
    return dashboard.error(problem instanceof Error ? problem.message : String(problem))
  }
  if (problem.status === 0) return dashboard.error(dashboard.noAnswer)
  if (problem.code === 'bad_response') return dashboard.error(dashboard.badAnswer)
  const { status, retryAfterSeconds } = problem
  if (retryAfterSeconds !== null) return dashboard.errorWait(String(status), retryAfterSeconds)
  const message = dashboard.error(String(status))
  return status === 403 ? `${message}. ${dashboard.errorForbidden}` : message
}
