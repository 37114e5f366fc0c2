import { Anchor } from '@mantine/core'
import type { Vehicle } from '@vehicle-control/protocol'
import { Link } from 'react-router-dom'
import { VEHICLES_TEXTS as TEXTS } from '../../../texts/admin-vehicles.ts'
import { ADMIN_TEXTS } from '../../../texts/admin.ts'
import type { ListColumn } from '../list/ListTable.tsx'
import { RowActions } from '../list/RowActions.tsx'
import classes from './vehicles.module.css'

const HEADS = TEXTS.columns

/** How a vehicle is called in buttons and questions. */
export function vehicleName({ id, plate, model }: Vehicle): string {
  return plate || model || TEXTS.nameless(id)
}

/** What the list tells of a vehicle. */
const FACTS: readonly ListColumn<Vehicle>[] = [
  { name: 'id', head: HEADS.id, cell: ({ id }) => id, className: classes.id },
  {
    name: 'plate',
    head: HEADS.plate,
    cell: ({ id, plate }) => (
      <Anchor component={Link} to={`/vehicle?id=${id}`} underline="always">
        {plate || TEXTS.noPlate}
      </Anchor>
    ),
    className: classes.plate,
  },
  { name: 'model', head: HEADS.model, cell: ({ model }) => model || null },
  { name: 'tag', head: HEADS.tag, cell: ({ rfid_tag }) => rfid_tag, className: classes.tag },
  { name: 'owner', head: HEADS.owner, cell: ({ owner }) => owner || null },
]

interface VehicleActions {
  onEdit: (vehicle: Vehicle) => void
  onReplaceTag: (vehicle: Vehicle) => void
  onRemove: (vehicle: Vehicle) => void
}

/** The columns of the list; null: for those who may not edit. */
export function vehicleColumns(actions: VehicleActions | null): readonly ListColumn<Vehicle>[] {
  if (!actions) return FACTS
  return [
    ...FACTS,
    {
      name: 'actions',
      head: ADMIN_TEXTS.list.actions,
      isActions: true,
      className: classes.actions,
      cell: (vehicle) => (
        <RowActions
          id={vehicle.id}
          name={vehicleName(vehicle)}
          onEdit={() => actions.onEdit(vehicle)}
          onReplaceTag={() => actions.onReplaceTag(vehicle)}
          onRemove={() => actions.onRemove(vehicle)}
        />
      ),
    },
  ]
}
