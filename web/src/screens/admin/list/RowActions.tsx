import { Button } from '@mantine/core'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { EDIT_BUTTON } from './use-form-focus.ts'

const LABELS = ADMIN_TEXTS.list

interface RowActionsProps {
  id: string | number
  /** Distinguishes the row's buttons from those of other rows. */
  name: string
  onEdit: () => void
  onReplaceTag: () => void
  onAccess: () => void
  onRemove: () => void
}

/** «Editar», «Reemplazar tag», «Acceso» and «Borrar» of a row. */
export function RowActions({
  id,
  name,
  onEdit,
  onReplaceTag,
  onAccess,
  onRemove,
}: RowActionsProps) {
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={LABELS.editOf(name)}
        {...{ [EDIT_BUTTON]: id }}
        onClick={onEdit}
      >
        {LABELS.edit}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={LABELS.replaceOf(name)}
        onClick={onReplaceTag}
      >
        {LABELS.replace}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={LABELS.accessOf(name)}
        onClick={onAccess}
      >
        {LABELS.access}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={LABELS.removeOf(name)}
        onClick={onRemove}
      >
        {LABELS.remove}
      </Button>
    </>
  )
}
