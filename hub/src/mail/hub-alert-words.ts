import type { HubAlert } from '@vehicle-control/protocol'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** The sentence of an alert of the hub in a mail. */
export function hubAlertLabel({ kind, cause, free_bytes }: Omit<HubAlert, 'since' | 'until'>) {
  const left = free_bytes === undefined ? '' : `, quedan ${bytesOf(free_bytes)}`
  switch (kind) {
    case 'disk_filling':
      return `queda poco disco${left}`
    case 'disk_full':
      return cause === 'database'
        ? 'el disco de la base de datos está lleno, no se guarda nada'
        : `el disco está lleno${left}; lleno del todo no guarda nada`
    case 'database_away':
      return 'la base de datos no respondió'
    case 'mail_failing':
      return 'el correo no sale'
    case 'backup_old':
      return 'el último respaldo es viejo'
    case 'backup_never':
      return 'no hay ningún respaldo'
  }
}

function bytesOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)))
  return `${(bytes / 1000 ** step).toFixed(step > 2 ? 1 : 0).replace('.', ',')} ${UNITS[step]}`
}
