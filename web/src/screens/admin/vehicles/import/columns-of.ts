import { byVehicleColumn, type VehicleColumn } from '@vehicle-control/protocol/vehicle-columns'

/** The index of each column in the file; -1 where it is missing. */
export type ColumnPlaces = Readonly<Record<VehicleColumn, number>>

/** What people call the columns, without case, accents and symbols. */
const ALIASES: Record<VehicleColumn, readonly string[]> = {
  plate: ['plate', 'placa', 'placas', 'placavehiculo', 'patente', 'matricula', 'licenseplate'],
  model: ['model', 'modelo', 'marcamodelo', 'marcaymodelo', 'vehiculo'],
  owner: ['owner', 'propietario', 'propietaria', 'dueno', 'duena', 'propietariodueno', 'titular'],
  rfid_tag: ['rfidtag', 'tag', 'rfid', 'tagrfid', 'epc', 'tagepc', 'tagid', 'idtag', 'uid'],
}

/** Finds the columns by their heads, the first of each. */
export function columnsOf(heads: readonly string[]): ColumnPlaces {
  const names = heads.map(bareName)
  return byVehicleColumn((column) => names.findIndex((name) => ALIASES[column].includes(name)))
}

/** «Dueño (a)» is `duenoa`; a letter that only differs by its accent stays that letter. */
function bareName(head: string): string {
  return head
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
