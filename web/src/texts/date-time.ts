/** The Spanish texts of fields that take a date with its time. */
export const DATE_TIME_TEXTS = {
  apply: 'Aplicar',
  erase: 'Borrar fecha',
  hours: 'Horas',
  minutes: 'Minutos',
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  previousYear: 'Año anterior',
  nextYear: 'Año siguiente',
  previousDecade: 'Década anterior',
  nextDecade: 'Década siguiente',
} as const
