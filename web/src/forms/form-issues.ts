import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '../api/http/api-error.ts'

type Form = Pick<UseFormReturnType<Record<string, unknown>>, 'setErrors' | 'getInputNode'>

/**
 * Shows the hub's issues with these fields beside them, and focuses the first; false where it named
 * none of them.
 */
export function showIssues(form: Form, fields: readonly string[], problem: unknown): boolean {
  const issues = problem instanceof ApiError ? problem.issues : []
  const known = issues.filter((issue) => fields.includes(issue.path))
  if (known.length === 0) return false
  const errors = Object.fromEntries(known.map((issue) => [issue.path, issue.message]))
  form.setErrors(errors)
  focusFirst(form, errors)
  return true
}

export function focusFirst(form: Pick<Form, 'getInputNode'>, errors: object): void {
  const [first] = Object.keys(errors)
  if (first !== undefined) form.getInputNode(first)?.focus()
}

/** A ref for a field that takes the focus as it appears. */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus()
}
