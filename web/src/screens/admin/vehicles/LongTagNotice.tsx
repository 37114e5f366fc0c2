import { Anchor, Button } from '@mantine/core'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { Link } from 'react-router-dom'
import { VEHICLES_TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { takeFocus } from '../../../forms/form-issues.ts'
import classes from './vehicles.module.css'

const LABELS = VEHICLES_TEXTS.form

/** Says of a vehicle whose tag this tab does not take where it is edited. */
export function LongTagNotice({ id, onEnd }: { id: number; onEnd: () => void }) {
  return (
    <div className={classes.elsewhere}>
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
