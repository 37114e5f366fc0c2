import {
  byVehicleColumn,
  VEHICLE_WORDS,
  type VehicleColumn,
} from '@vehicle-control/protocol/vehicle-columns'

/** The index of each column in the file; -1 where it is missing. */
export type ColumnPlaces = Readonly<Record<VehicleColumn, number>>

/** What else people call the columns, without case, accents and symbols. */
const ALIASES: Partial<Record<VehicleColumn, readonly string[]>> = {
  plate: ['placas', 'placavehiculo', 'patente', 'matricula', 'licenseplate'],
  model: ['marcamodelo', 'marcaymodelo', 'vehiculo'],
  owner: ['propietaria', 'dueno', 'duena', 'propietariodueno', 'titular'],
  rfid_tag: ['tag', 'rfid', 'epc', 'tagepc', 'tagid', 'idtag', 'uid'],
}

const NAMES = byVehicleColumn((column) => {
  return [bareName(column), bareName(VEHICLE_WORDS[column]), ...(ALIASES[column] ?? [])]
})

/** Finds the columns by their heads, the first of each. */
export function columnsOf(heads: readonly string[]): ColumnPlaces {
  const names = heads.map(bareName)
  return byVehicleColumn((column) => names.findIndex((name) => NAMES[column].includes(name)))
}

/** «Dueño (a)» is `duenoa`; a letter that only differs by its accent stays that letter. */
function bareName(head: string): string {
  return head
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
