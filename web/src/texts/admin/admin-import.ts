import { VEHICLE_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'

/** The Spanish texts of an import of vehicles; see app.ts. */
export const IMPORT_TEXTS = {
  title: 'Import CSV',
  reading: (file: string) => `Leyendo ${file}…`,
  nothing: `Archivo sin filas válidas. Requiere columnas: ${VEHICLE_COLUMNS.join(', ')} y valores de Tag válidos.`,
  tooBig: (megabytes: number) =>
    `El archivo es demasiado grande: lo máximo son ${megabytes} MB. Divídelo en varios.`,
  failed: 'Error importando CSV',
  ask: (count: string, isOne: boolean) =>
    isOne ? `Importar ${count} fila?` : `Importar ${count} filas?`,
  dropped: (count: string, isOne: boolean) =>
    isOne ? `${count} fila se deja fuera:` : `${count} filas se dejan fuera:`,
  repeats: (count: string, isOne: boolean) =>
    isOne
      ? `${count} fila repite una placa o un tag del mismo archivo; entra la primera:`
      : `${count} filas repiten una placa o un tag del mismo archivo; entra la primera:`,
  failures: (count: string, isOne: boolean) =>
    isOne ? `${count} fila no entró:` : `${count} filas no entraron:`,
  line: (line: string, reason: string) => `Línea ${line}: ${reason}`,
  more: (count: string) => `… y ${count} más, en el archivo para corregir.`,
  import: 'Importar',
  cancel: 'Cancelar',
  cancelling: 'Cancelando…',
  close: 'Cerrar',
  retry: 'Reintentar',
  otherFile: 'Elegir otro archivo',
  download: 'Descargar filas por corregir',
  progress: 'Avance de la importación',
  sent: (done: string, all: string) => `${done} de ${all} filas`,
  noAnswer: 'El hub no responde. Lo importado no se pierde ni se repite.',
  retryIn: (seconds: number) => `Se reintenta en ${seconds} s`,
  retrying: 'Reintentando…',
  result: (imported: string, failed: string) => `Importadas: ${imported}, Fallidas: ${failed}`,
  cancelled: (count: string) => `Importación cancelada. Sin enviar: ${count}`,
  stopped: (count: string) => `La importación se detuvo. Sin enviar: ${count}`,
  unknown: (count: string) =>
    `De ${count} filas no llegó respuesta: puede que estén importadas. Vuelve a importarlas para saberlo.`,
  faultyRowsFile: 'vehiculos_por_corregir.csv',
  faultyRowsHeads: { line: 'linea', reason: 'motivo' },
  reasons: {
    noPlate: 'Sin placa',
    badPlate: 'Placa inválida',
    noTag: 'Sin tag',
    badTag: 'Tag inválido',
    long: (name: string) => `El ${name.toLowerCase()} es demasiado largo`,
    torn: 'Hay unas comillas sin cerrar',
    repeatsPlate: (line: number) => `Repite la placa de la línea ${line}`,
    repeatsTag: (line: number) => `Repite el tag de la línea ${line}`,
    refused: 'El hub no la aceptó',
    unsent: 'No se envió',
    unknown: 'Sin respuesta del hub: puede que ya esté importada',
  },
} as const
