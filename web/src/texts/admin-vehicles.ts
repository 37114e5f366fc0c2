import { PLATE_MAX, PLATE_MIN, VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'

/** The Spanish texts of the vehicles' tab; see app.ts. */
export const VEHICLES_TEXTS = {
  searchLabel: 'Placa, modelo o propietario',
  create: 'Nuevo',
  template: 'Plantilla CSV',
  exportCsv: 'Export CSV',
  importCsv: 'Import CSV',
  count: (count: string, isOne: boolean) => (isOne ? `${count} vehículo` : `${count} vehículos`),
  table: 'Vehículos',
  columns: { id: 'ID', plate: 'Placa', model: 'Modelo', tag: 'Tag', owner: 'Owner' },
  empty: 'No hay vehículos registrados.',
  emptyHint: 'Crea el primero con «Nuevo», o varios con «Import CSV».',
  nameless: (id: number) => `vehículo ${id}`,
  noPlate: 'Sin placa',
} as const

/** The rule of plates, in words. */
export const PLATE_RULE = `Usa de ${PLATE_MIN} a ${PLATE_MAX} letras, números, espacios interiores y guiones.`
/** The rule of a vehicle's tag, in words. */
export const VEHICLE_TAG_RULE = `Formato de Tag inválido. Use A-Z, 0-9 y guiones (3-${VEHICLE_TAG_MAX} chars).`
