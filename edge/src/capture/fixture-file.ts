import { closeSync, openSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { CapturedTag, type CaptureLine } from './capture-line.ts'

/**
 * A line of a saved capture: bytes as they came or went, and the tags that were found with them.
 * Tags before any byte stand on a line without bytes.
 */
export const FixtureLine = z.object({
  /** Milliseconds since the capture began. */
  t: z.number(),
  direction: z.enum(['in', 'out']),
  hex: z.string().regex(/^(?:[0-9a-f]{2})*$/),
  tags: z.array(CapturedTag),
})
export type FixtureLine = z.infer<typeof FixtureLine>

/** Writes a capture to a file, a line as soon as it is whole. */
export class FixtureFile {
  readonly #file: number
  #open: FixtureLine | null = null

  /** @throws the error of the file system. An older file of that name is replaced. */
  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  add(line: CaptureLine): void {
    if ('hex' in line) {
      this.#flush()
      this.#open = { t: line.t, direction: line.direction, hex: line.hex, tags: [] }
    } else if ('tag' in line) {
      this.#open ??= { t: line.t, direction: 'in', hex: '', tags: [] }
      this.#open.tags.push(line.tag)
    }
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    if (this.#open !== null) writeSync(this.#file, `${JSON.stringify(this.#open)}\n`)
    this.#open = null
  }
}

/** The lines of a saved capture. @throws ZodError or SyntaxError for a file of another form. */
export function parseFixture(text: string): FixtureLine[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => FixtureLine.parse(JSON.parse(line)))
}
