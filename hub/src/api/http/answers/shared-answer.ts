import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { ApiEnv } from '../request-variables.ts'

/** Items of a list that are written in one go: some 2 ms. */
const SLICE_ITEMS = 500

const compress = promisify(gzip)

/** An answer as it is sent: written, compressed and named once for all who get it. */
interface Written {
  text: Uint8Array<ArrayBuffer>
  gzipped: Uint8Array<ArrayBuffer>
  etag: string
}

export interface SharedAnswerOptions {
  /** An answer serves those who ask this long after its making began, and nobody later. */
  sharedForMs: number
  make: () => Promise<object>
  /** Milliseconds that only go forward. */
  now: () => number
}

interface Making {
  startedAt: number
  answer: Promise<Written>
  isDone: boolean
}

/**
 * One answer for many who ask at the same time. It is made once at a time, however long that takes,
 * and not kept where that failed. After `drop` the next one is made anew.
 */
export class SharedAnswer {
  readonly #options: SharedAnswerOptions
  #last: Making | null = null
  /** Begins when the last one is done: for those whom that one is too old for. */
  #next: Promise<Written> | null = null

  constructor(options: SharedAnswerOptions) {
    this.#options = options
  }

  /** Answers one request; rejects with what `make` threw. */
  async respond(context: Context<ApiEnv>): Promise<Response> {
    const { text, gzipped, etag } = await this.#answer()
    const isGzipped = takesGzip(context)
    return context.body(isGzipped ? gzipped : text, 200, {
      'content-type': 'application/json',
      // A browser may keep it, to ask whether it still holds.
      'cache-control': 'private, no-cache',
      etag,
      vary: 'Accept-Encoding',
      ...(isGzipped && { 'content-encoding': 'gzip' }),
    })
  }

  /** For who has just changed something: an answer from before must not show it undone. */
  drop(): void {
    this.#last = null
    this.#next = null
  }

  #answer(): Promise<Written> {
    const last = this.#last
    const { sharedForMs, now } = this.#options
    if (last && now() - last.startedAt < sharedForMs) return last.answer
    if (!last || last.isDone) return this.#start()
    return (this.#next ??= last.answer.then(
      () => this.#start(),
      () => this.#start(),
    ))
  }

  #start(): Promise<Written> {
    const { make, now } = this.#options
    const startedAt = now()
    const answer = make().then(write)
    const making = { startedAt, answer, isDone: false }
    this.#last = making
    this.#next = null
    answer.then(
      () => (making.isDone = true),
      () => {
        if (this.#last === making) this.#last = null
      },
    )
    return answer
  }
}

async function write(value: object): Promise<Written> {
  const text = Buffer.from(await stringifyInSlices(value))
  const hash = createHash('sha256').update(text).digest('base64url')
  // Weak: it names the plain and the compressed bytes alike.
  return { text, gzipped: await compress(text), etag: `W/"${hash}"` }
}

/** JSON of an object; the event loop goes on between the slices of a long list in it. */
async function stringifyInSlices(value: object): Promise<string> {
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const text = Array.isArray(member) ? await stringifyList(member) : JSON.stringify(member)
    members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join()}}`
}

async function stringifyList(items: readonly unknown[]): Promise<string> {
  const slices: string[] = []
  for (let from = 0; from < items.length; from += SLICE_ITEMS) {
    await nextTurn()
    slices.push(JSON.stringify(items.slice(from, from + SLICE_ITEMS)).slice(1, -1))
  }
  return `[${slices.join()}]`
}

function takesGzip(context: Context<ApiEnv>): boolean {
  const options = { header: 'Accept-Encoding' as const, supports: ['gzip'], default: 'identity' }
  return accepts(context, options) === 'gzip'
}
