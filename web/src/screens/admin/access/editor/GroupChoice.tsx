import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AccessGroup } from '@vehicle-control/protocol'
import { createGroup, GROUPS_KEY } from '../../../../api/access/access-gates.ts'
import { hasStatus, wordsOf } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import { ACCESS_TEXTS } from '../../../../texts/admin/admin-access.ts'

const TEXTS = ACCESS_TEXTS.edit

interface GroupChoiceProps {
  chosen: readonly number[]
  groups: readonly AccessGroup[]
  onChange: (chosen: number[]) => void
}

/** Which groups' vehicles a sentence is about; a new group is made here. */
export function GroupChoice({ chosen, groups, onChange }: GroupChoiceProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const add = async () => {
    const isTaken = (name: string) =>
      groups.some((one) => one.name.toLowerCase() === name.toLowerCase())
    const name = await dialogs.prompt({
      text: TEXTS.askGroup,
      isRequired: true,
      validate: (typed) => (isTaken(typed) ? TEXTS.groupTaken : null),
    })
    if (name === null) return
    try {
      const { id } = await createGroup(api, name)
      await queries.invalidateQueries({ queryKey: GROUPS_KEY })
      onChange([...chosen, id])
    } catch (problem) {
      const words = hasStatus(problem, 409) ? TEXTS.groupTaken : TEXTS.groupFailed
      dialogs.notify('error', wordsOf(problem, words))
    }
  }
  return (
    <div className="stack" data-gap="small">
      <fieldset className="row" data-gap="choices" aria-label={TEXTS.groupList}>
        {groups.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id),
              )
            }
          />
        ))}
        <Button variant="default" size="compact-sm" onClick={() => void add()}>
          {TEXTS.newGroup}
        </Button>
      </fieldset>
      <p className="note">{TEXTS.groupHint}</p>
    </div>
  )
}
