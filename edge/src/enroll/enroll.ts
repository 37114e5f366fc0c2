import {
  type EnrollRequest,
  EnrollResponse,
  ErrorBody,
  parseUntrusted,
} from '@vehicle-control/protocol'
import { type PostAnswer, postJson } from './post-json.ts'

export interface EnrollOptions extends EnrollRequest {
  hubUrl: URL
  post?: typeof postJson
}

/**
 * `refused`: the hub does not accept this token for this code, until somebody acts. `waiting`: an
 * admin has yet to approve this device. `retry`: the hub could not be reached or could not answer.
 * In all of them the edge goes on reading and tries again; the text is for the log and never holds
 * the token.
 */
export type EnrollResult =
  | { apiKey: string }
  | { refused: string }
  | { waiting: string }
  | { retry: string }

/** Trades an enrolment token for an API key. Never throws; gives up after 10 s. */
export async function enroll(options: EnrollOptions): Promise<EnrollResult> {
  const { hubUrl, post = postJson, ...body } = options
  try {
    return readAnswer(await post(new URL('/api/agent/enroll', hubUrl), body))
  } catch (error) {
    return { retry: `hub not reached: ${describeFailure(error)}` }
  }
}

function readAnswer({ status, location, text }: PostAnswer): EnrollResult {
  if (status >= 300 && status < 400) {
    return { retry: `hub redirects to ${location ?? 'nowhere'}: set EDGE_HUB_URL to its address` }
  }
  const json = parseJson(text)
  if (status >= 200 && status < 300) {
    const enrolled = parseUntrusted(EnrollResponse, json)
    if (!enrolled.success) return { retry: 'answer is not that of a hub: check EDGE_HUB_URL' }
    return { apiKey: enrolled.data.apiKey }
  }
  const fault = parseUntrusted(ErrorBody, json)
  const message = fault.success ? `${fault.data.error}: ${fault.data.message}` : `status ${status}`
  if (fault.data?.error === 'awaiting_approval') return { waiting: message }
  return status >= 500 || status === 429 ? { retry: message } : { refused: message }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page; the status says enough.
    return null
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : error.message
  return code === 'CERT_NOT_YET_VALID' ? `${code}: the clock of this device is not set` : code
}
