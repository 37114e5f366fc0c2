import writeBook, { type Feature, type Sheet } from 'write-excel-file/browser'
import {
  getCellAddress,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility'

type Content = File | Blob | ArrayBuffer
/** A sheet as the library takes it. */
export type BookSheet = Sheet<Content>
type BookFeature = Feature<Content>

const SHEET_FILE = 'xl/worksheets/sheet{id}.xml'
/**
 * The sample row that each sheet is made with, from which the library makes the styles; it is
 * replaced.
 */
const SAMPLE_ROW = /<row r="2".*?<\/row>/s

/** The numbers of the styles that the library gives the cells of a sheet's sample row, empty where none. */
export async function sampleStyles(sheet: BookSheet): Promise<string[]> {
  let markup = ''
  const transform = (xml: string) => (markup = xml)
  const readMarkup: BookFeature = { files: { transform: { [SHEET_FILE]: { transform } } } }
  await writeBook([sheet], { features: [readMarkup] }).toBlob()
  const [sample = ''] = SAMPLE_ROW.exec(markup) ?? []
  return Array.from(sample.matchAll(/<c ([^>]*)>/g), ([, attributes = '']) => {
    return /\bs="(\d+)"/.exec(attributes)?.[1] ?? ''
  })
}

/**
 * The feature that replaces a sheet's sample row by these rows, adds filter buttons to its head,
 * and turns off warnings for texts of digits.
 */
export function withRows({ sheet, columns }: BookSheet, rows: readonly string[]): BookFeature {
  const area = `A1:${getCellAddress(rows.length, (columns?.length ?? 1) - 1)}`
  const order = (getOrderOfSiblings(SHEET_FILE, 'worksheet') ?? []).flatMap((name) =>
    name === 'drawing' ? ['ignoredErrors', name] : [name],
  )
  const add = (xml: string, markup: string) =>
    insertElementMarkupAccordingToOrderOfSiblings(xml, markup, order, 'worksheet')
  const transform = (xml: string, of: { sheet?: string }) => {
    if (of.sheet !== sheet) return xml
    const filtered = add(xml, `<autoFilter ref="${area}"/>`)
    const ignored = `<ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors>`
    // A function, since a text may contain replacement patterns such as `$&`.
    return add(filtered, ignored).replace(SAMPLE_ROW, () => rows.join(''))
  }
  return { files: { transform: { [SHEET_FILE]: { transform } } } }
}
