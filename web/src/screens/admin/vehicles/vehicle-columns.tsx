import { Anchor } from '@mantine/core'
import type { Vehicle } from '@vehicle-control/protocol'
import { byVehicleLine, type VehicleColumn } from '@vehicle-control/protocol/vehicle-columns'
import { Link } from 'react-router-dom'
import { VEHICLES_TEXTS as TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { marked } from '../asset-access/AccessMark.tsx'
import type { ListColumn } from '../list/ListTable.tsx'
import { RowActions } from '../list/RowActions.tsx'
import classes from '../list/list.module.css'

const HEADS = TEXTS.columns

/** The name of a vehicle in buttons and questions. */
export function vehicleName({ id, plate, model }: Vehicle): string {
  return plate || model || TEXTS.nameless(id)
}

const CELLS: Record<
  'id' | VehicleColumn,
  Pick<ListColumn<Vehicle>, 'cell' | 'className' | 'place'>
> = {
  id: { cell: ({ id }) => id, className: classes.id },
  plate: {
    cell: ({ id, plate }) => (
      <Anchor component={Link} to={`/vehicle?id=${id}`} underline="always">
        {plate || TEXTS.noPlate}
      </Anchor>
    ),
    className: classes.plate,
    place: 'lead',
  },
  model: { cell: ({ model, access }) => marked(access, model || null), place: 'under' },
  rfid_tag: { cell: ({ rfid_tag }) => rfid_tag, className: classes.tag, place: 'beside' },
  ...byVehicleLine((column) => ({
    cell: (vehicle: Vehicle) => vehicle[column] || null,
    place: 'end' as const,
  })),
}

/** The columns of the list, in this order. */
const FACTS = Object.entries(CELLS).map(([name, column]): ListColumn<Vehicle> => {
  return { name, head: HEADS[name as keyof typeof CELLS], ...column }
})

interface VehicleActions {
  onEdit: (vehicle: Vehicle) => void
  onReplaceTag: (vehicle: Vehicle) => void
  onAccess: (vehicle: Vehicle) => void
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
      className: classes.actionsCell,
      cell: (vehicle) => (
        <RowActions
          id={vehicle.id}
          name={vehicleName(vehicle)}
          onEdit={() => actions.onEdit(vehicle)}
          onReplaceTag={() => actions.onReplaceTag(vehicle)}
          onAccess={() => actions.onAccess(vehicle)}
          onRemove={() => actions.onRemove(vehicle)}
        />
      ),
    },
  ]
}
