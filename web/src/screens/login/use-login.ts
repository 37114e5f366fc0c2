import { login } from '../../api/auth/login.ts'
import { ApiError, hasStatus, isBadResponse } from '../../api/http/api-error.ts'
import { useApp } from '../../app-parts.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { TEXTS } from '../../texts/app.ts'

/** A login begins a session, and that leads away from the page. */
export function useLogin(loadShell: () => Promise<unknown>) {
  const { api, session } = useApp()
  const { problem, submit, ...state } = useSubmission()
  return {
    ...state,
    problem: problem === null ? null : describe(problem),
    submit: (email: string, password: string) =>
      submit(async () => {
        loadShell().catch(() => {
          // The route loads the shell again and shows the failure.
        })
        const request = { email: email.trim().toLowerCase(), password }
        const { token, user } = await login(api, request)
        session.begin(token, user)
      }),
  }
}

function describe(failure: unknown): string {
  if (isBadResponse(failure)) return TEXTS.login.invalidResponse
  if (hasStatus(failure, 401)) return TEXTS.login.invalidCredentials
  if (failure instanceof ApiError && failure.status === 429 && failure.retryAfterSeconds) {
    return TEXTS.login.networkWait(failure.retryAfterSeconds)
  }
  return TEXTS.login.network
}
