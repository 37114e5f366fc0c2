import { conflictText } from '../../../api/assets/conflict.ts'
import { ApiError, storeTrouble } from '../../../api/http/api-error.ts'
import { VEHICLES_TEXTS } from '../../../texts/admin/admin-vehicles.ts'

const TEXTS = VEHICLES_TEXTS.problems

/** A failed save in words, and the field that it is about; null: the form as a whole. */
export interface SaveProblem {
  readonly field: 'plate' | 'rfid_tag' | null
  readonly text: string
}

/** Reads status, code and message: any of them may name the cause. */
export function saveProblem(failure: unknown): SaveProblem {
  const trouble = storeTrouble(failure)
  if (trouble !== null) return { field: null, text: trouble }
  const status = failure instanceof ApiError ? failure.status : 0
  const texts = textsOf(failure)
  const names = (word: string) => texts.some((text) => text.includes(word))
  if (status === 409 || names('409'))
    return { field: null, text: conflictText(TEXTS.duplicate, failure) }
  if (names('invalid_tag')) return { field: 'rfid_tag', text: TEXTS.tag }
  if (names('invalid_plate')) return { field: 'plate', text: TEXTS.plate }
  return { field: null, text: TEXTS.other }
}

function textsOf(failure: unknown): string[] {
  if (failure instanceof ApiError) return [failure.code, failure.message, failure.detail ?? '']
  return [failure instanceof Error ? failure.message : String(failure)]
}
