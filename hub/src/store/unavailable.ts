import { DatabaseError } from 'pg'
import { isBusy } from './sqlite/transaction.ts'

/** Classes of Postgres' codes: connection lost, too many of them, the server is going or coming. */
const away = ['08', '53', '57P']
const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  // The machine is off, or no way leads to it.
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  // Names: unknown, as those of containers that are down; or nobody answers who knows them.
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
])
/** What the driver throws without a code. */
const words =
  /^Connection terminated|^timeout exceeded when trying to connect|Client has encountered a connection error/

/** Whether the database is locked or away, which passes by itself: asking again is all one can do. */
export function isUnavailable(error: unknown): boolean {
  if (isBusy(error)) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof DatabaseError) return away.some((prefix) => code.startsWith(prefix))
  return network.has(code) || words.test(error.message)
}
