/** An entry's data, made of little. */
export interface Content {
  uid: string
  padding: number
}

export const dataOf = ({ uid, padding }: Content) => ({ uid, pad: 'x'.repeat(padding) })

/** What a writer of the outbox was told to be safe. */
export interface Safe {
  rows?: (Content & { epoch: string; seq: number })[]
  /** A command that may run now. */
  command?: { id: string; pin: 17 | 27; state: 0 | 1 }
}

const MARK = 'safe: '

/** As the writer says it, for the trace. */
export const said = (safe: Safe): string => `${MARK}${JSON.stringify(safe)}\n`

/** Of a text that a process wrote to somewhere. */
export function heard(text: string): Safe[] {
  return text.startsWith(MARK) ? [JSON.parse(text.slice(MARK.length)) as Safe] : []
}
