import { ErrorBody } from '@vehicle-control/protocol'
import type { HttpAnswer } from './ask.ts'
import { SENT_MARK } from './hostile-values.ts'

/** Busy is an answer; a fault of our own is none. */
const HONEST_5XX = [503]
/** Given before there is a request: what a path's head does not let in at all. */
const WITHOUT_FORM = [404, 431]

/** What of an answer no attack may bring about. `path` is of the request. */
export function answerFaults(
  path: string,
  { status, headers, body }: HttpAnswer,
  secrets: readonly string[],
): string[] {
  const faults: string[] = []
  if (status >= 500 && !HONEST_5XX.includes(status)) faults.push(`answered ${status}: ${body}`)
  if (status >= 400 && path.startsWith('/api/') && !WITHOUT_FORM.includes(status)) {
    if (!isErrorBody(body)) faults.push(`a ${status} without the error form: ${body.slice(0, 200)}`)
  }
  if (status >= 400 && body.includes(SENT_MARK)) faults.push(`a ${status} echoes what was sent`)
  if (headers['access-control-allow-origin'] !== undefined) faults.push('lets another origin read')
  if (headers['x-injected'] !== undefined) faults.push('a header of the sender in the answer')
  const { location } = headers
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) faults.push(`leads to ${location}`)
  if (status === 200 && headers['x-content-type-options'] !== 'nosniff')
    faults.push('an answer without nosniff')
  if (/root:x:0|SQLite format 3|"workspaces":/.test(body)) faults.push('a file of the machine')
  const told = secrets.find((secret) => body.includes(secret))
  if (told !== undefined) faults.push(`tells the secret ${told.slice(0, 12)}…`)
  return faults
}

function isErrorBody(body: string): boolean {
  try {
    return ErrorBody.safeParse(JSON.parse(Buffer.from(body, 'latin1').toString())).success
  } catch {
    // Not JSON.
    return false
  }
}
