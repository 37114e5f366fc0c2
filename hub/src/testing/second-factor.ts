import { RecoveryCodes, SecondFactorOffer } from '@vehicle-control/protocol'
import { URI } from 'otpauth'
import { expect } from 'vitest'
import { type TestHub, testPassword } from './test-hub.ts'

/** The authenticator app of an account, and the codes on its holder's paper. For tests. */
export interface TestFactor {
  /** What the app shows at this time. */
  code: (at: number) => string
  recoveryCodes: string[]
}

/** Gives the account of a session a second factor, as its holder would. */
export async function setUpFactor(hub: TestHub, token: string, at: number): Promise<TestFactor> {
  const code = await beginFactor(hub, token)
  const confirmed = await confirmFactor(hub, token, code(at))
  expect(confirmed.status).toBe(200)
  return { code, recoveryCodes: RecoveryCodes.parse(await confirmed.json()).recovery_codes }
}

/** Asks for a secret, and gives the app that it was typed into. */
export async function beginFactor(hub: TestHub, token: string): Promise<TestFactor['code']> {
  const body = { currentPassword: testPassword }
  const begun = await hub.call('POST', '/api/auth/second-factor/begin', { token, body })
  const app = URI.parse(SecondFactorOffer.parse(await begun.json()).uri)
  return (at) => app.generate({ timestamp: at })
}

export async function confirmFactor(hub: TestHub, token: string, code: string): Promise<Response> {
  return await hub.call('POST', '/api/auth/second-factor/confirm', { token, body: { code } })
}
