import { envFile } from '@vehicle-control/protocol/env-file'
import { isCleartext } from '@vehicle-control/protocol/plain-http'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'

/** What a device authenticates with: a key of its own, or a token that it exchanges for one. */
export type DeviceSecret =
  | { readonly kind: 'key'; readonly apiKey: string }
  | { readonly kind: 'token'; readonly token: string; readonly expiresAt: string }

/** The agent that a device is to be. */
export interface DeviceIdentity {
  readonly code: string
  /** Empty: the hub keeps the name it has, or takes the code. */
  readonly name: string
  readonly location: string
}

/**
 * The `.env` of a device: the edge's variables, and nothing that the edge does not read. Where the
 * hub is reached without TLS its first lines say so; only the installer can add that this is
 * accepted.
 */
export function deviceEnv(
  hubUrl: string,
  { code, name, location }: DeviceIdentity,
  secret: DeviceSecret,
): string {
  const risks = isCleartext(new URL(hubUrl)) ? DEVICE_TEXTS.config.cleartextLines : []
  const variables = envFile([
    ['EDGE_HUB_URL', hubUrl],
    ['EDGE_AGENT_CODE', code],
    secret.kind === 'key' ? ['EDGE_API_KEY', secret.apiKey] : ['EDGE_ENROLL_TOKEN', secret.token],
    ...optional('EDGE_AGENT_NAME', name),
    ...optional('EDGE_AGENT_LOCATION', location),
  ])
  return risks.map((line) => `# ${line}\n`).join('') + variables
}

function optional(name: string, value: string): [name: string, value: string][] {
  return value === '' ? [] : [[name, value]]
}

/** The name that the file is saved under. */
export function envFileName(code: string): string {
  return `${code}.env`
}
