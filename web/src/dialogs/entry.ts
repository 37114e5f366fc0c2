import { DIALOG_TEXTS } from '../texts/dialogs.ts'

/** One value that a person is asked for. */
export interface Entry {
  /** The label of the field. */
  text: string
  type?: 'text' | 'email' | 'url'
  initial?: string
  isRequired?: boolean
  /** The message for an empty field; it has a default, as the next one has. */
  requiredText?: string
  /** The message for a value that is no address. */
  invalidText?: string
  /** What is wrong with a value, in words; null: nothing. */
  validate?: (value: string) => string | null
}

/** What is wrong with a value that has been trimmed; null: nothing. */
export function entryFault(entry: Entry, value: string): string | null {
  const { type = 'text', isRequired, requiredText, invalidText, validate } = entry
  if (value === '') {
    return isRequired ? (requiredText ?? DIALOG_TEXTS.prompt.required) : null
  }
  if (type === 'email' && !EMAIL.test(value)) return invalidText ?? DIALOG_TEXTS.prompt.invalidEmail
  if (type === 'url' && !isWebAddress(value)) return invalidText ?? DIALOG_TEXTS.prompt.invalidUrl
  return validate?.(value) ?? null
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

function isWebAddress(value: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol)
  } catch {
    return false
  }
}
