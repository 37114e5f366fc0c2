import { DatabaseError } from 'pg'
import { isBusy } from './sqlite/transaction.ts'

/**
 * Prefixes of Postgres' codes for: connection lost, too many connections, server stopping or
 * starting.
 */
const AWAY_CLASSES = ['08', '53', '57P']
/** Codes of a lock timeout, and of a statement that took too long. */
const TOO_SLOW = new Set(['55P03', '57014'])
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  // The machine is off, or there is no route to it.
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  // Unknown host, such as a stopped container, or no name server answers.
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
])
/** Messages of the driver's errors that have no code. */
const AWAY_MESSAGES =
  /^Connection terminated|^timeout exceeded when trying to connect|Client has encountered a connection error/

/** True when the database is locked, too slow or away: the caller can retry later. */
export function isUnavailable(error: unknown): boolean {
  if (isBusy(error)) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof DatabaseError) {
    return TOO_SLOW.has(code) || AWAY_CLASSES.some((prefix) => code.startsWith(prefix))
  }
  return NETWORK_CODES.has(code) || AWAY_MESSAGES.test(error.message)
}
