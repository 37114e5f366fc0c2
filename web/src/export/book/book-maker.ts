import type { BookFact } from './reads-book.ts'

interface BookOrder {
  timeZone: string
  facts: readonly BookFact[]
}

/** What the page sends: the hub's answer, piece by piece, and then what to make of it. */
export type BookMessage = { piece: string } | BookOrder

/** What comes back. */
export type BookResult = { file: Blob } | { problem: string }

/** A workbook in the making. */
interface BookMaker {
  /** Takes the text of an answer of the logs calls as it comes. */
  take(piece: string): void
  /** Makes a workbook of the answer's reads; rejects once the work was let go. */
  make(order: BookOrder): Promise<Blob>
  /** Lets the work go, done or not. */
  end(): void
}

/** Gives the work to a thread of its own: on the page's it would hold a slow machine for a second. */
export function createBookMaker(): BookMaker {
  const worker = new Worker(new URL('book-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: BookMessage) => worker.postMessage(message)
  let fail: (problem: Error) => void = () => {
    // What fails before the order is noticed by it.
  }
  const broken = new Promise<never>((_, reject) => (fail = reject))
  broken.catch(() => {
    // Whoever ordered hears of it.
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
