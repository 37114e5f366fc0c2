const HEADING = '## Attacks\n'

/** Puts a text under the heading of the attacks, in the place of what stood there, or at the end. */
export function withSection(figures: string, text: string): string {
  const section = `${HEADING}\n${text.trim()}\n`
  const from = figures.indexOf(HEADING)
  if (from === -1) return `${figures.trimEnd()}\n\n${section}`
  const next = figures.indexOf('\n## ', from)
  const after = next === -1 ? '' : figures.slice(next)
  return `${figures.slice(0, from)}${section}${after}`
}
