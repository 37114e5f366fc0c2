/** Temporary. */
export function envFile(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join('')
}
function quote(value: string): string {
  if (/^[\w./:@-]*$/.test(value)) return value
  const mark = [`'`, '"', '`'].find((one) => !value.includes(one)) ?? `'`
  return mark + value + mark
}
