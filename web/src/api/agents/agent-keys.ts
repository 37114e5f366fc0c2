import type { EnrollToken as MintedToken } from '@vehicle-control/protocol'
import { anyShape, type ApiClient } from '../http/client.ts'
import { agentPath } from './admin-agents.ts'
import { EnrollToken, KeyRotated } from './admin-shapes.ts'

/**
 * A token by which one device enrols itself as this agent, once, or with `approval` asks to; `ttl`
 * in seconds.
 */
export function mintEnrollToken(
  api: ApiClient,
  request: { code: string; ttl: number; approval?: boolean },
): Promise<MintedToken> {
  const path = '/api/agents/enroll-token'
  return api({ method: 'POST', path, body: request, shape: EnrollToken })
}

/**
 * A new API key. The old one stays valid for a day or until the new one is used; with `revoke` it
 * ends now.
 */
export async function rotateKey(api: ApiClient, code: string, revoke: boolean): Promise<string> {
  const path = `${agentPath(code)}/rotate-key`
  const { apiKey } = await api({ method: 'POST', path, body: { revoke }, shape: KeyRotated })
  return apiKey
}

/** Ends a quarantine in favour of the device with this serial. */
export function acceptDevice(api: ApiClient, code: string, hardwareSerial: string) {
  const path = `${agentPath(code)}/accept`
  return api({ method: 'POST', path, body: { hardwareSerial }, shape: anyShape })
}

/** An admin's word on the device with this fingerprint, which asks to be the agent. */
export function decideEnrolment(
  api: ApiClient,
  code: string,
  decision: { fingerprint: string; approve: boolean },
): Promise<unknown> {
  const path = `${agentPath(code)}/enroll-request`
  return api({ method: 'POST', path, body: decision, shape: anyShape })
}
