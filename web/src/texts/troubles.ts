/** Why a device or a disk fails, as far as there is a plain word for it. */
export const REASON_TEXTS = {
  missing: 'no se encuentra el equipo',
  forbidden: 'sin permiso para abrirlo',
  busy: 'otro programa lo está usando',
  refused: 'no acepta la conexión',
  noAnswer: 'no responde',
  full: 'no tiene espacio',
  readOnly: 'solo deja leer',
  faulty: 'falla al leer o escribir',
  antenna: 'antena mal conectada o dañada',
  hot: 'está muy caliente',
  usedBy: (program: string) => `lo usa «${program}»`,
  none: 'sin causa informada',
} as const
