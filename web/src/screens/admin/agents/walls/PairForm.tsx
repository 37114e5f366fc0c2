import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PairWallRequest, Wall } from '@vehicle-control/protocol'
import { useState } from 'react'
import { hasStatus, wordsOf } from '../../../../api/http/api-error.ts'
import { createWall, pairWall } from '../../../../api/people/walls.ts'
import { useApp } from '../../../../app-parts.ts'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import { focusFirst, showIssues } from '../../../../forms/form-issues.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { WALLS_TEXTS } from '../../../../texts/admin/admin-walls.ts'
import { wallBody, wallFaults, wallValues } from './wall-values.ts'
import { WallFields } from './WallFields.tsx'

const LABELS = WALLS_TEXTS.form
const CODE_MAX = 32

interface PairFormProps {
  walls: readonly Wall[]
  /** The screen that is chosen at first; null: a new one. */
  wallId: number | null
  /** The code of the link that led here; empty: none. */
  code: string
  /** A screen was made; whether it will be paired is not known yet. */
  onMade: () => void
  onPaired: (wall: Wall) => void
}

/** Makes the browser that shows a code one of the screens, or a new one. */
export function PairForm({ walls, wallId, code, onMade, onPaired }: PairFormProps) {
  const { api } = useApp()
  const dialogs = useDialogs()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  const [chosen, setChosen] = useState(wallId)
  const form = useForm({
    initialValues: { code },
    validate: { code: (text) => (text.trim() === '' ? LABELS.codeMissing : null) },
    onSubmitPreventDefault: 'always',
  })
  const newWall = useForm({ initialValues: wallValues(null), validate: wallFaults(null) })

  const send = (values: typeof form.values) => {
    if (chosen === null) {
      const { hasErrors, errors } = newWall.validate()
      if (hasErrors) return focusFirst(newWall, errors)
    }
    const body = wallBody(newWall.values)
    const call = async () => {
      let id = chosen
      if (id === null) {
        const made = await createWall(api, body)
        id = made.id
        // A wrong code is tried again for this screen, and makes no second one.
        setChosen(id)
        onMade()
      }
      // Anybody may have sent the link.
      const paired = await pairOrAsk(id, { code: values.code, confirmed: code === '' })
      if (paired) onPaired(paired)
    }
    void submit(
      call,
      (failure) =>
        showIssues(form, ['code'], failure) || showIssues(newWall, Object.keys(body), failure),
    )
  }
  /** Null where the browser is not the right one, or the one before is to stay. */
  const pairOrAsk = async (id: number, body: PairWallRequest): Promise<Wall | null> => {
    try {
      return await pairWall(api, id, body)
    } catch (failure) {
      if (!hasStatus(failure, 409)) throw failure
      const { question, detail } = WALLS_TEXTS.replace
      const name = walls.find((wall) => wall.id === id)?.name ?? ''
      const [asked, agreed] = body.confirmed
        ? [{ text: question, detail: detail(name) }, { replace: true }]
        : [{ text: WALLS_TEXTS.isItsBrowser, detail: wordsOf(failure, '') }, { confirmed: true }]
      return (await dialogs.confirm(asked)) ? await pairOrAsk(id, { ...body, ...agreed }) : null
    }
  }

  const options = [
    { value: '', label: LABELS.newWall },
    ...walls.map(({ id, name, paired }) => {
      return { value: String(id), label: paired ? LABELS.isPaired(name) : name }
    }),
  ]
  // The list may be a moment behind the screen that was just made.
  const isListed = chosen === null || walls.some(({ id }) => id === chosen)
  return (
    <form
      className="stack"
      data-gap="large"
      noValidate
      onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}
    >
      <TextInput
        label={LABELS.code}
        description={LABELS.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={CODE_MAX}
        aria-required
        data-autofocus
        styles={{ input: { textTransform: 'uppercase' } }}
        {...whileBusy}
        {...form.getInputProps('code')}
      />
      <NativeSelect
        label={LABELS.wall}
        data={
          isListed ? options : [...options, { value: String(chosen), label: newWall.values.name }]
        }
        value={chosen === null ? '' : String(chosen)}
        aria-disabled={isBusy}
        onChange={({ currentTarget: { value } }) => {
          if (!isBusy) setChosen(value === '' ? null : Number(value))
        }}
      />
      {chosen === null && <WallFields form={newWall} whileBusy={whileBusy} />}
      <Problem>{problem === null ? null : wordsOf(problem, LABELS.pairFailed)}</Problem>
      <div className="wrap">
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? LABELS.pairing : LABELS.pair}
        </Button>
      </div>
    </form>
  )
}
