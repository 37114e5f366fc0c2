import { FONT_FAMILY } from '../components/font.ts'
import { PAPER_TEXTS } from '../texts/paper.ts'

const FIRST = `@page :first {
    margin-top: 9mm;
    @top-left { content: none; }
    @top-right { content: none; }
  }`

/** The header and footer of each page of paper. */
interface RunningHeads {
  readonly headLeft: string
  readonly headRight: string
  readonly footLeft: string
  /** The first page says by itself what its head would. */
  readonly hasTitle?: boolean
}

const { page: PAGE, pageOf: PAGE_OF } = PAPER_TEXTS

/**
 * The style sheet of the page margins, which only style sheets can write to. A browser without
 * margin boxes ignores what they say.
 */
export function marginStyles({ headLeft, headRight, footLeft, hasTitle }: RunningHeads): string {
  return `@page {
    margin: 13mm 10mm 12mm;
    font-family: ${FONT_FAMILY};
    font-size: 7.5pt;
    /* The value of --page-muted: variables do not reach the margins. */
    color: #4a5566;
    @top-left { content: ${cssText(headLeft)}; }
    @top-right { content: ${cssText(headRight)}; }
    @bottom-left { content: ${cssText(footLeft)}; }
    @bottom-right { content: ${cssText(PAGE)} counter(page) ${cssText(PAGE_OF)} counter(pages); }
  }
  ${hasTitle ? FIRST : ''}`
}

/** Writes the margins of the pages until the returned function is called. */
export function writeMargins(heads: RunningHeads): () => void {
  const margins = new CSSStyleSheet()
  margins.replaceSync(marginStyles(heads))
  document.adoptedStyleSheets.push(margins)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== margins)
  }
}

/** A text as a quoted CSS string; special characters are escaped by their code points. */
function cssText(text: string): string {
  const escaped = text.replaceAll(
    /["\\<\p{Cc}]/gu,
    (char) => `\\${char.codePointAt(0)?.toString(16)} `,
  )
  return `"${escaped}"`
}
