import type { LogsResponse } from '@vehicle-control/protocol'
import { createSiteClock } from '../../site-time/site-clock.ts'
import type { BookMessage, BookResult } from './book-maker.ts'
import { readsBook } from './reads-book.ts'

let answer = ''

/** Runs in a worker, so that the page stays responsive while a workbook is made. */
globalThis.onmessage = ({ data }: MessageEvent<BookMessage>) => {
  if ('piece' in data) {
    answer += data.piece
    return
  }
  // The page has checked this very text.
  const { logs } = JSON.parse(answer) as LogsResponse
  readsBook(logs, createSiteClock(data.timeZone), { facts: data.facts })
    .then((file) => send({ file }))
    .catch((problem: unknown) => send({ problem: String(problem) }))
}

function send(result: BookResult): void {
  globalThis.postMessage(result)
}
