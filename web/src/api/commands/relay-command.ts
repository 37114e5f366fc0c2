import type { RelayCommandRequest } from '@vehicle-control/protocol'
import { ApiError } from '../http/api-error.ts'
import type { ApiClient } from '../http/client.ts'
import { RelayCommandIssued } from './shapes.ts'

/** A relay command under the id that its sender gave it: however often it is sent, it acts once. */
export type RelayOrder = Omit<RelayCommandRequest, 'elapsed'> & { readonly id: string }

/** POST /api/agents/{code}/command/relay; resolves once the hub has sent it to the agent. */
export async function commandRelay(
  api: ApiClient,
  code: string,
  order: RelayOrder & { readonly elapsed: number },
  signal?: AbortSignal,
): Promise<void> {
  const path = `/api/agents/${encodeURIComponent(code)}/command/relay`
  await api({ method: 'POST', path, body: order, shape: RelayCommandIssued, signal })
}

/** True where nobody knows whether the hub took the call: it can be made again under the same id. */
export function isAnswerLost(problem: unknown): boolean {
  // A proxy's answer means that the hub gave none, or that its answer was lost.
  return !(problem instanceof ApiError) || problem.status === 0 || problem.code === 'internal'
}

/** A random id for a command. */
export function newCommandId(): string {
  // randomUUID is only there on https.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
