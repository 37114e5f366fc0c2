import type { BookFact } from './reads-book.ts'

interface BookOrder {
  timeZone: string
  facts: readonly BookFact[]
}

/** What the page sends to the worker: the hub's answer, piece by piece, and then the order. */
export type BookMessage = { piece: string } | BookOrder

/** What the worker sends back. */
export type BookResult = { file: Blob } | { problem: string }

/** Makes one workbook. */
interface BookMaker {
  /** Takes the text of an answer of the logs calls as it comes. */
  take(piece: string): void
  /** Makes a workbook of the answer's reads; rejects once `end` was called. */
  make(order: BookOrder): Promise<Blob>
  /** Ends the worker, whether it is done or not. */
  end(): void
}

/**
 * Makes the workbook in a worker: in the page's thread it would block a slow machine for a second.
 */
export function createBookMaker(): BookMaker {
  const worker = new Worker(new URL('book-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: BookMessage) => worker.postMessage(message)
  let fail: (problem: Error) => void = () => {
    // Replaced below; a failure before `make` rejects it.
  }
  const broken = new Promise<never>((_, reject) => (fail = reject))
  broken.catch(() => {
    // `make` reports it.
  })
  worker.addEventListener('error', ({ message }) => fail(new Error(`no workbook: ${message}`)))
  return {
    take: (piece) => send({ piece }),
    make(order) {
      const made = new Promise<Blob>((resolve) => {
        worker.addEventListener('message', ({ data }: MessageEvent<BookResult>) => {
          if ('file' in data) resolve(data.file)
          else fail(new Error(`no workbook: ${data.problem}`))
        })
      })
      send(order)
      return Promise.race([made, broken])
    },
    end() {
      fail(new DOMException('the workbook was given up', 'AbortError'))
      worker.terminate()
    },
  }
}
