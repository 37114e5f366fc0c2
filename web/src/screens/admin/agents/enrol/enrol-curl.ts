/** The body of a device's enrolment. */
export interface EnrolBody {
  readonly token: string
  readonly code: string
  readonly name: string
  readonly location: string
}

/** The enrolment as a command of a shell; its answer holds the API key. */
export function enrolCurl(hubUrl: string, { token, code, name, location }: EnrolBody): string {
  const body = JSON.stringify({ token, code, name, location })
  return [
    `curl -X POST ${shellQuote(`${hubUrl}/api/agent/enroll`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellQuote(body)}`,
  ].join(' ')
}

/** A text as one word of a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
