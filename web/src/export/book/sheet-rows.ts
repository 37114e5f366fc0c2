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
/** Sheets come with their head and one row, which no file keeps: the library makes styles of it. */
const SAMPLE_ROW = /<row r="2".*?<\/row>/s

/** The numbers of the styles that the library gives the cells of a sheet's sample row, empty where none. */
export async function sampleStyles(sheet: BookSheet): Promise<string[]> {
  let markup = ''
  const transform = (xml: string) => (markup = xml)
  const look: BookFeature = { files: { transform: { [SHEET_FILE]: { transform } } } }
  await writeBook([sheet], { features: [look] }).toBlob()
  const [sample = ''] = SAMPLE_ROW.exec(markup) ?? []
  return Array.from(sample.matchAll(/<c ([^>]*)>/g), ([, attributes = '']) => {
    return /\bs="(\d+)"/.exec(attributes)?.[1] ?? ''
  })
}

/**
 * Puts rows in the place of a sheet's sample, buttons that filter on its head, and no warnings on
 * texts of digits.
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
    const calm = `<ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors>`
    // A function: a text may have what a replacement would take for a pattern.
    return add(filtered, calm).replace(SAMPLE_ROW, () => rows.join(''))
  }
  return { files: { transform: { [SHEET_FILE]: { transform } } } }
}
