import { ApiError, isBadResponse, storeTrouble } from '../../../api/http/api-error.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'

const LABELS = ADMIN_TEXTS.list

/** A list's failure as its banner says it: «Error: status», and what that means where it helps. */
export function problemText(problem: unknown): string {
  if (isBadResponse(problem)) return LABELS.badAnswer
  if (!(problem instanceof ApiError)) return String(problem)
  if (problem.status === 0) return `${problem.message}. ${LABELS.network}`
  if (problem.status === 403) return `${problem.message}. ${LABELS.forbidden}`
  const trouble = storeTrouble(problem)
  return trouble === null ? problem.message : `${problem.message}. ${trouble}`
}
