/** The columns of an import, by the names that the template gives them. */
export const IMPORT_COLUMNS = ['plate', 'model', 'owner', 'rfid_tag'] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** Where each column stands in the file; -1 where it does not. */
export type ColumnPlaces = Readonly<Record<ImportColumn, number>>

/** What people call the columns, without case, accents and symbols. */
const ALIASES: Record<ImportColumn, readonly string[]> = {
  plate: ['plate', 'placa', 'placas', 'placavehiculo', 'patente', 'matricula', 'licenseplate'],
  model: ['model', 'modelo', 'marcamodelo', 'marcaymodelo', 'vehiculo'],
  owner: ['owner', 'propietario', 'propietaria', 'dueno', 'duena', 'propietariodueno', 'titular'],
  rfid_tag: ['rfidtag', 'tag', 'rfid', 'tagrfid', 'epc', 'tagepc', 'tagid', 'idtag', 'uid'],
}

/** Finds the columns by their heads, the first of each. */
export function columnsOf(heads: readonly string[]): ColumnPlaces {
  const names = heads.map(bareName)
  const place = (column: ImportColumn) => names.findIndex((name) => ALIASES[column].includes(name))
  return {
    plate: place('plate'),
    model: place('model'),
    owner: place('owner'),
    rfid_tag: place('rfid_tag'),
  }
}

/** «Dueño (a)» is `duenoa`; a letter that only differs by its accent stays that letter. */
function bareName(head: string): string {
  return head
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
