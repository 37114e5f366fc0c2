/** The header and footer of each page of paper. */
interface RunningHeads {
  readonly headLeft: string
  readonly headRight: string
  readonly footLeft: string
  /** The text before the page's number, and that between it and the number of pages. */
  readonly page: readonly [before: string, between: string]
}

/**
 * The style sheet of the page margins, which only style sheets can write to. The first page has a
 * header of its own. A browser without margin boxes ignores all of it.
 */
export function marginStyles({ headLeft, headRight, footLeft, page }: RunningHeads): string {
  const [before, between] = page.map(cssText)
  return `@page {
    @top-left { content: ${cssText(headLeft)}; }
    @top-right { content: ${cssText(headRight)}; }
    @bottom-left { content: ${cssText(footLeft)}; }
    @bottom-right { content: ${before} counter(page) ${between} counter(pages); }
  }
  @page :first {
    @top-left { content: none; }
    @top-right { content: none; }
  }`
}

/** A text as a quoted CSS string; special characters are escaped by their code points. */
function cssText(text: string): string {
  const escaped = text.replaceAll(
    /["\\<\p{Cc}]/gu,
    (char) => `\\${char.codePointAt(0)?.toString(16)} `,
  )
  return `"${escaped}"`
}
