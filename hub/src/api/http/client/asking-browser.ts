import type { Context } from 'hono'
import { deviceOf } from '../../../auth/sessions/device-of.ts'
import type { AskingBrowser } from '../../../auth/sessions/open-session.ts'
import type { ApiEnv } from '../request-variables.ts'
import { sessionCookie } from './session-cookie.ts'

/** The token of the Authorization header. */
export function bearerToken(c: Context<ApiEnv>): string | undefined {
  return /^Bearer ([\w-]{1,256})$/i.exec(c.req.header('authorization') ?? '')?.[1]
}

/** The browser that asks for a session, and the tokens that it held until now. */
export function askingBrowser(c: Context<ApiEnv>): AskingBrowser {
  const held = [bearerToken(c), sessionCookie(c)].filter((token) => token !== undefined)
  return { device: deviceOf(c.req.header('user-agent')), held }
}
