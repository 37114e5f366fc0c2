/** What stands at the head and the foot of each page of paper. */
interface RunningHeads {
  readonly headLeft: string
  readonly headRight: string
  readonly footLeft: string
  /** Before the page's number, and between it and their count. */
  readonly page: readonly [before: string, between: string]
}

/**
 * The style sheet of the margins, where a page has its number: only style sheets can write there. The
 * first page has a head of its own. A browser that knows no margin boxes leaves all of it out.
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

/** A text as a style sheet quotes it: whatever ends or bends a string goes in by its number. */
function cssText(text: string): string {
  const escaped = text.replaceAll(
    /["\\<\p{Cc}]/gu,
    (char) => `\\${char.codePointAt(0)?.toString(16)} `,
  )
  return `"${escaped}"`
}
