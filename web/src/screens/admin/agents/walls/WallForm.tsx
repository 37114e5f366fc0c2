import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Wall } from '@vehicle-control/protocol'
import { wordsOf } from '../../../../api/http/api-error.ts'
import { createWall, updateWall } from '../../../../api/people/walls.ts'
import { useApp } from '../../../../app-parts.ts'
import { focusFirst, showIssues } from '../../../../forms/form-issues.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { WALLS_TEXTS } from '../../../../texts/admin/admin-walls.ts'
import { wallBody, wallFaults, wallValues } from './wall-values.ts'
import { WallFields } from './WallFields.tsx'

const LABELS = WALLS_TEXTS.form

interface WallFormProps {
  /** Null: a new one. */
  wall: Wall | null
  onSaved: (wall: Wall) => void
  onCancel: () => void
}

/** Makes a wall screen, or changes what it is called and shows. */
export function WallForm({ wall, onSaved, onCancel }: WallFormProps) {
  const { api } = useApp()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const form = useForm({
    initialValues: wallValues(wall),
    validate: wallFaults(wall),
    onSubmitPreventDefault: 'always',
  })
  const send = (values: typeof form.values) => {
    const body = wallBody(values)
    const call = async () => {
      if (!wall) return onSaved(await createWall(api, body))
      const { name } = body
      onSaved(await updateWall(api, wall.id, body.screens.length === 0 ? { name } : body))
    }
    void submit(call, (failure) => showIssues(form, Object.keys(body), failure))
  }
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <WallFields form={form} whileBusy={whileBusy} />
      {wall && (
        <p className="hint">
          {LABELS.follows} {wall.created_by !== null && LABELS.madeBy(wall.created_by)}
        </p>
      )}
      <Problem>{problem === null ? null : wordsOf(problem, LABELS.failed)}</Problem>
      <div className="wrap">
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? LABELS.saving : wall ? LABELS.save : LABELS.create}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {LABELS.cancel}
        </Button>
      </div>
    </form>
  )
}
