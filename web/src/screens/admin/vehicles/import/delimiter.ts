const LINES_LOOKED_AT = 5

/** How a table is written, and where it begins. */
export interface TableForm {
  readonly delimiter: ',' | ';'
  /** Excel's line `sep=;` stands before the heads. */
  readonly hasSeparatorLine: boolean
}

/**
 * Comma or semicolon, by the first five lines without what is in quotes. The heads decide where they
 * have only one of the two, since a cell of a name may hold a bare comma.
 */
export function findForm(beginning: string): TableForm {
  const declared = /^sep=([,;])[ \t]*\n/i.exec(beginning)?.[1]
  if (declared) return { delimiter: declared === ';' ? ';' : ',', hasSeparatorLine: true }
  const bare = beginning.replaceAll(/"[^"]*"?/g, '')
  const lines = bare.split('\n').filter((line) => line.trim() !== '')
  const looked = lines.slice(0, LINES_LOOKED_AT)
  const surplus = (text: string) => text.split(';').length - text.split(',').length
  const [heads = ''] = looked
  const isMixed = heads.includes(';') && heads.includes(',')
  const decided = isMixed || surplus(heads) === 0 ? surplus(looked.join('\n')) : surplus(heads)
  return { delimiter: decided > 0 ? ';' : ',', hasSeparatorLine: false }
}
