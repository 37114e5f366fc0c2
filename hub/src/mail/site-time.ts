/** A moment on the site's clocks as people read it: DD/MM/YYYY HH:mm. */
export function siteTime(moment: number, timeZone: string): string {
  const twoDigits = {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', ...twoDigits })
    .format(moment)
    .replace(',', '')
}
