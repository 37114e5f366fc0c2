import { PLATE_MAX, PLATE_MIN, TAG_MIN, VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { SHOWN_COLUMNS, VEHICLE_WORDS } from '@vehicle-control/protocol/vehicle-columns'
import { ASSET_TYPE_TEXTS } from './asset-types.ts'

/** What the hub looks for a text in. */
const searched = SHOWN_COLUMNS.map((column, i) => {
  return i === 0 ? VEHICLE_WORDS[column] : VEHICLE_WORDS[column].toLowerCase()
})

/** The Spanish texts of the vehicles' tab; see app.ts. */
export const VEHICLES_TEXTS = {
  searchLabel: `${searched.slice(0, -1).join(', ')} o ${searched.at(-1)}`,
  create: 'Nuevo',
  template: 'Plantilla CSV',
  exportCsv: 'Export CSV',
  importCsv: 'Import CSV',
  count: (count: string, isOne: boolean) => (isOne ? `${count} vehículo` : `${count} vehículos`),
  table: 'Vehículos',
  columns: {
    ...VEHICLE_WORDS,
    id: 'ID',
    rfid_tag: 'Tag',
    owner: 'Owner',
  },
  empty: 'No hay vehículos registrados.',
  emptyHint: 'Crea el primero con «Nuevo», o varios con «Import CSV».',
  nameless: (id: number) => `vehículo ${id}`,
  noPlate: 'Sin placa',
  form: {
    create: 'Nuevo registro',
    edit: 'Editar registro',
    type: 'Tipo',
    types: ASSET_TYPE_TEXTS,
    fields: VEHICLE_WORDS,
    name: 'Nombre',
    save: 'Guardar',
    saveNew: 'Crear',
    cancel: 'Cancelar',
    unread: 'Este tag no coincide con el formato de lectura',
    discard: 'Hay cambios sin guardar. ¿Descartarlos?',
    longTag: (max: number) =>
      `El tag de este vehículo tiene más de ${max} caracteres: solo se edita en Activos.`,
    toAssets: 'Editar en Activos',
    photoBusy: 'Espera a que termine de subir la foto.',
  },
  faults: {
    plateRequired: 'La placa es obligatoria',
    plate: `Placa inválida. Usa de ${PLATE_MIN} a ${PLATE_MAX} letras, números, espacios interiores y guiones.`,
    nameRequired: 'El nombre es obligatorio',
    tagRequired: 'El Tag RFID es obligatorio',
    tag: `Formato de Tag inválido. Use A-Z, 0-9 y guiones (${TAG_MIN}-${VEHICLE_TAG_MAX} chars).`,
    unprintable: 'Hay caracteres que no se pueden mostrar; quítalos',
  },
  problems: {
    duplicate: 'Placa o Tag ya existen',
    tag: 'Tag RFID inválido u obligatorio',
    plate: 'Placa inválida',
    other: 'Error guardando vehículo',
  },
  done: {
    created: 'Vehículo creado',
    updated: 'Vehículo actualizado',
    removed: 'Vehículo eliminado',
    asset: 'Artículo/Activo creado (ver pestaña Activos)',
  },
  removal: {
    question: 'Eliminar vehículo?',
    failed: 'Error',
  },
} as const
