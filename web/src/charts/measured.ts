let format: Intl.NumberFormat | undefined

/** A measurement as people of the site write it, to two decimals at most: 1.234,5 */
export function formatMeasured(value: number): string {
  return (format ??= new Intl.NumberFormat('es-CO', { maximumFractionDigits: 2 })).format(value)
}
