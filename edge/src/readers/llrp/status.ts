import { Parameter, visitParameters } from './parameters.ts'

/** Codes of an LLRPStatus: 1xx are about a message, 2xx about a parameter or field. */
const CODES: Readonly<Record<number, string>> = {
  100: 'parameter error',
  101: 'field error',
  102: 'unexpected parameter',
  103: 'missing parameter',
  104: 'duplicate parameter',
  105: 'too many parameters',
  106: 'field too large',
  107: 'unknown parameter',
  108: 'unknown field',
  109: 'unsupported message',
  110: 'unsupported version',
  111: 'unsupported parameter',
  112: 'unexpected message',
  200: 'parameter error',
  201: 'field error',
  202: 'unexpected parameter',
  203: 'missing parameter',
  204: 'duplicate parameter',
  205: 'too many parameters',
  206: 'field too large',
  207: 'unknown parameter',
  208: 'unknown field',
  209: 'unsupported parameter',
  300: 'invalid value',
  301: 'value out of range',
  401: 'device error',
}
const FIELD_ERROR = 288
const PARAMETER_ERROR = 289
/** A reader's own words, which may be a page. */
const TEXT_MAX = 200

const NAMES = new Map(Object.entries(Parameter).map(([name, type]) => [type as number, name]))

/** Why the reader refused a request, in its own words where it has some; null when it did not. */
export function refusalOf(body: Buffer): string | null {
  let refusal: string | null = 'its answer holds no status'
  visitParameters(body, 0, body.length, (type, bytes, from, to) => {
    if (type === Parameter.llrpStatus) refusal = statusFault(bytes, from, to)
  })
  return refusal
}

function statusFault(bytes: Buffer, from: number, to: number): string | null {
  if (to - from < 4) return 'its answer is cut off'
  const code = bytes.readUInt16BE(from)
  if (code === 0) return null
  const textEnd = Math.min(to, from + 4 + bytes.readUInt16BE(from + 2))
  const text = bytes
    .toString('utf8', from + 4, textEnd)
    .trim()
    .slice(0, TEXT_MAX)
  const where: string[] = []
  collectFaults(bytes, textEnd, to, where)
  return [nameOf(code), ...where, ...(text === '' ? [] : [text])].join('; ')
}

/** Errors of a parameter stand inside of those of the one around it: the last is the cause. */
function collectFaults(bytes: Buffer, start: number, end: number, into: string[]): void {
  visitParameters(bytes, start, end, (type, _, from, to) => {
    if (to - from < 4 || (type !== FIELD_ERROR && type !== PARAMETER_ERROR)) return
    const which = bytes.readUInt16BE(from)
    const code = nameOf(bytes.readUInt16BE(from + 2))
    if (type === FIELD_ERROR) into.push(`field ${which}: ${code}`)
    else {
      into.push(`${NAMES.get(which) ?? `parameter ${which}`}: ${code}`)
      collectFaults(bytes, from + 4, to, into)
    }
  })
}

const nameOf = (code: number) => CODES[code] ?? `status ${code}`
