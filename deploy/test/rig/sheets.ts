import { inflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** How many pieces of text stand on each sheet of Letter. For tests. */
export async function sheetsOf(page: Page): Promise<number[]> {
  const pdf = (await page.pdf({ format: 'Letter', preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/Type \/Page\b[^]*?\/Contents (\d+) 0 R/g)].map(([, object]) => {
    const stream = new RegExp(`\n${object} 0 obj\n<<[^>]*/Length (\\d+)>> stream\n`).exec(pdf)
    const from = (stream?.index ?? 0) + (stream?.[0].length ?? 0)
    const drawn = inflateSync(Buffer.from(pdf.slice(from, from + Number(stream?.[1])), 'latin1'))
    return drawn.toString('latin1').match(/\bT[Jj]\b/g)?.length ?? 0
  })
}
