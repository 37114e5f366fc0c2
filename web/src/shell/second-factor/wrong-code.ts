import type { UseFormReturnType } from '@mantine/form'
import { ApiError, wordsOf } from '../../api/http/api-error.ts'
import { showIssues } from '../../forms/form-issues.ts'
import { TEXTS } from '../../texts/app.ts'

type Form = Pick<UseFormReturnType<Record<string, unknown>>, 'setErrors' | 'getInputNode'>

/** Shows beside its field what the hub says of password and code; false where it says something else. */
export function showWrongCode(form: Form, failure: unknown): boolean {
  if (failure instanceof ApiError && failure.code === 'invalid_second_factor') {
    form.setErrors({ code: wordsOf(failure, TEXTS.code.wrong) })
    form.getInputNode('code')?.focus()
    return true
  }
  return showIssues(form, ['currentPassword', 'code'], failure)
}
