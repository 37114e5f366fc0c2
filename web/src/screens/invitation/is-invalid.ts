import { ApiError } from '../../api/http/api-error.ts'

/** Unknown, used, late or revoked, which the hub does not tell apart; or too short to be one. */
export function isInvalid(problem: unknown): boolean {
  if (!(problem instanceof ApiError)) return false
  const { code, issues } = problem
  return code === 'invalid_invite' || issues.some(({ path }) => path === 'token')
}
