import { Anchor, Button } from '@mantine/core'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { Link } from 'react-router-dom'
import { takeFocus } from '../../../forms/form-issues.ts'
import { VEHICLES_TEXTS } from '../../../texts/admin/admin-vehicles.ts'

const LABELS = VEHICLES_TEXTS.form

/** Shown for a vehicle whose tag is too long for this tab: says where it is edited. */
export function LongTagNotice({ id, onEnd }: { id: number; onEnd: () => void }) {
  return (
    <div className="stack">
      <p>{LABELS.longTag(VEHICLE_TAG_MAX)}</p>
      <Anchor
        ref={takeFocus}
        component={Link}
        to={`/admin?tab=activos&editar=${id}`}
        underline="always"
      >
        {LABELS.toAssets}
      </Anchor>
      <Button variant="default" onClick={onEnd}>
        {LABELS.cancel}
      </Button>
    </div>
  )
}
