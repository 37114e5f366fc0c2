import type { LoginRequest } from '@vehicle-control/protocol'
import { login } from '../../api/auth/login.ts'
import { ApiError, hasStatus, isBadResponse } from '../../api/http/api-error.ts'
import { useApp } from '../../app-parts.ts'
import { forgetWallBrowser } from '../../browser/wall-browser.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { TEXTS } from '../../texts/app.ts'
import { LOGIN_TEXTS } from '../../texts/account/login.ts'

/** The email and password of the first step, as the hub takes them. */
export interface Credentials {
  email: string
  password: string
}

/** Why the second step led back to the first one. */
export type Return = 'by-hand' | 'late' | 'refused'

/**
 * A login begins a session, which leads away from the page. `isShown` as in `useSubmission`: it may
 * handle a refusal that is no failure, such as the request for a code.
 */
export function useLogin(loadShell: () => Promise<unknown>) {
  const { api, session, storage } = useApp()
  const { problem, submit, ...state } = useSubmission()
  return {
    ...state,
    problem: problem === null ? null : describe(problem),
    submit: (request: LoginRequest, isShown: (failure: unknown) => boolean) =>
      submit(async () => {
        loadShell().catch(() => {
          // The route loads the shell again and shows the failure.
        })
        const { token, user } = await login(api, request)
        // Whoever types a password has a keyboard; a wall's account is noted again by its screens.
        forgetWallBrowser(storage)
        session.begin(token, user)
      }, isShown),
  }
}

/** The hub's code of a refusal; null for any other failure. */
export function refusalOf(failure: unknown): string | null {
  return failure instanceof ApiError && failure.status === 401 ? failure.code : null
}

function describe(failure: unknown): string {
  if (isBadResponse(failure)) return LOGIN_TEXTS.invalidResponse
  if (hasStatus(failure, 401)) return LOGIN_TEXTS.invalidCredentials
  if (failure instanceof ApiError && failure.status === 429 && failure.retryAfterSeconds) {
    return LOGIN_TEXTS.networkWait(failure.retryAfterSeconds)
  }
  return TEXTS.error.network
}
