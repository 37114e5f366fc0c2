/** No column of paper needs more than two lines for so many signs. */
const LONG = 40

/**
 * Gives the long texts of printed tables, such as a company's whole name, two lines at most
 * (`.long-text`); a cell itself can be cut to one alone. Call it with false after printing.
 */
export function cutLongTexts(isPrinting: boolean): void {
  for (const cut of document.querySelectorAll('td > .long-text')) cut.replaceWith(...cut.childNodes)
  if (!isPrinting) return
  for (const cell of document.querySelectorAll('td')) {
    const { firstChild: text } = cell
    // React writes a new text over whatever such a cell holds.
    if (!(text instanceof Text) || cell.childNodes.length > 1 || text.length <= LONG) continue
    const cut = document.createElement('span')
    cut.className = 'long-text'
    cell.append(cut)
    cut.append(text)
  }
}
