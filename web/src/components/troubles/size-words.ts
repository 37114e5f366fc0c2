const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** «1,5 GB» */
export function sizeWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)))
  const size = (bytes / 1000 ** step).toFixed(step > 2 ? 1 : 0)
  return `${size.replace('.', ',')} ${UNITS[step]}`
}
