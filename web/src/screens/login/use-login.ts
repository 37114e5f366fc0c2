import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError, hasStatus, isBadResponse } from '../../api/api-error.ts'
import { login } from '../../api/auth.ts'
import { useApp } from '../../app-parts.ts'
import { safeNext } from '../../known-routes.ts'
import { loadShell } from '../../screen-chunks.ts'
import { texts } from '../../texts.ts'

/** Logs in once at a time; success leaves the page. */
export function useLogin() {
  const { api, session } = useApp()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // State would be a render late for a second press of Enter.
  const isSending = useRef(false)

  const submit = async (email: string, password: string) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem(null)
    loadShell().catch(() => {
      // The route asks again and shows the failure.
    })
    try {
      const { token, user } = await login(api, { email: email.trim().toLowerCase(), password })
      session.begin(token, user)
      await navigate(safeNext(search.get('next')), { replace: true })
    } catch (failure) {
      setProblem(describe(failure))
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, submit }
}

function describe(failure: unknown): string {
  if (isBadResponse(failure)) return texts.login.invalidResponse
  if (hasStatus(failure, 401)) return texts.login.invalidCredentials
  if (failure instanceof ApiError && failure.status === 429 && failure.retryAfterSeconds) {
    return texts.login.networkWait(failure.retryAfterSeconds)
  }
  return texts.login.network
}
