import { LOGS_LIMIT_MAX } from '@vehicle-control/protocol/limits'
import { SHOWN_COLUMNS, VEHICLE_WORDS } from '@vehicle-control/protocol/vehicle-columns'

const ofVehicle = SHOWN_COLUMNS.map((column) => VEHICLE_WORDS[column])

/** The Spanish texts of the live screen's controls, which are loaded after it. */
export const LIVE_CONTROLS_TEXTS = {
  /** On paper. */
  reads: (count: string) => `${count} ${count === '1' ? 'lectura' : 'lecturas'}`,
  buttons: {
    filters: 'Filtros',
    filtersOf: (count: number) => `Filtros (${count})`,
    sound: 'Sonido',
    day: 'Día',
  },
  notKept:
    'Sin espacio en este navegador: las lecturas de hoy no se guardan aquí. El hub las tiene.',
  filters: {
    label: 'Filtros',
    text: 'Texto',
    textHint: `Tag, ${ofVehicle.join(', ').toLowerCase()}, agente o ubicación`,
    agent: 'Agente',
    allAgents: 'Todos',
    searchAgent: 'Buscar agente',
    noAgents: 'Ningún agente coincide',
    moreAgents: (count: string) => `y ${count} más: escribe parte del nombre`,
    from: 'Desde',
    to: 'Hasta',
    fromOpen: 'Inicio del día',
    toOpen: 'Ahora',
    change: (label: string, value: string) => `${label}: ${value}`,
    zone: (zone: string) => `Hora de ${zone}`,
    upsideDown: '«Desde» debe ser anterior a «Hasta»',
    today: 'Hoy',
    clearDates: 'Limpiar fechas',
    clear: 'Limpiar filtros',
  },
  day: {
    label: 'Acciones del día',
    exportDay: 'Exportar Día',
    pdf: 'PDF',
    clear: 'Borrar Día',
    deletions: 'Ver eliminados',
  },
  clear: {
    question: '¿Borrar las lecturas de hoy en este navegador?',
    detail: (count: string) =>
      `Es un borrado local: ${count} lecturas dejan de verse aquí. El hub las conserva, y los demás navegadores también.`,
    done: 'Día borrado en este navegador',
    withoutItems:
      'El navegador no tiene espacio: el registro de eliminación quedó sin el detalle de las lecturas.',
    unkept:
      'El navegador no dejó guardar el registro de eliminación: dura mientras la página esté abierta.',
  },
  deletions: {
    title: 'Registros eliminados (local)',
    empty: 'No hay eliminaciones registradas.',
    hint: 'Solo lo que tú borraste en este navegador en los últimos 30 días. El hub conserva todas las lecturas.',
    loading: 'Cargando registros...',
    failed: 'No se pudieron leer los registros de este navegador.',
    count: (count: string, one: boolean) => (one ? '1 lectura' : `${count} lecturas`),
    by: (user: string) => `por ${user}`,
    nobody: 'sin nombre',
    open: 'Ver detalle',
    close: 'Ocultar detalle',
    detailOf: (time: string) => `Lecturas eliminadas el ${time}`,
    noItems: 'Sin detalle: el navegador no tuvo espacio para guardarlo.',
    none: '—',
    id: 'ID',
  },
  suppression: {
    field: 'Supresión (ms)',
    save: 'Guardar',
    saving: 'Guardando...',
    bounds: (min: string, max: string) => `De ${min} a ${max} ms`,
    saved: (ms: string) => `Supresión actualizada: ${ms} ms`,
    failed: 'No se pudo actualizar',
  },
  exports: {
    label: 'Exportar',
    preparing: 'Preparando...',
    progress: (done: string, total: string) => `${done} de ${total}`,
    cancel: 'Cancelar',
    cancelled: 'Exportación cancelada.',
    saved: (name: string) => `Guardado: ${name}`,
    savedPart: (name: string, total: string) =>
      `Guardado: ${name}. Solo las ${LOGS_LIMIT_MAX / 1000}.000 más nuevas de ${total} lecturas: acorta el rango para llevarlas todas.`,
    fixRange: 'Corrige las fechas para exportar.',
    noData: 'Sin datos para exportar en el rango seleccionado.',
    failed: 'Error exportando (ver consola).',
    popups: 'Permite popups',
    close: 'Cerrar aviso',
  },
} as const
