import { ApiError } from '../http/api-error.ts'

/**
 * That a plate or tag is in use, in these words and with the name of who has it, where the hub says
 * so.
 */
export function conflictText(words: string, failure: unknown): string {
  const detail = failure instanceof ApiError ? failure.detail : null
  const named = detail?.match(/^Placa o Tag ya existen: (.+)$/)?.[1]
  return named === undefined ? words : `${words}: ${named}`
}
