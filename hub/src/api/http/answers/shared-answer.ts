import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { ApiEnv } from '../request-variables.ts'

/** Items of a list that are serialized in one turn of the event loop: some 2 ms. */
const SLICE_ITEMS = 500

const compress = promisify(gzip)

/** An answer as it is sent: serialized, compressed and hashed once for all who get it. */
interface Serialized {
  text: Uint8Array<ArrayBuffer>
  gzipped: Uint8Array<ArrayBuffer>
  etag: string
}

export interface SharedAnswerOptions {
  /** An answer serves whoever asks within this time of the start of its making. */
  sharedForMs: number
  make: () => Promise<object>
  /** Milliseconds that only go forward. */
  now: () => number
}

interface Making {
  startedAt: number
  answer: Promise<Serialized>
  isDone: boolean
}

/**
 * One answer for all who ask at about the same time. One is made at a time, however long that
 * takes; a failed one is not kept. After `drop` the next request starts a new one at once.
 */
export class SharedAnswer {
  readonly #options: SharedAnswerOptions
  #last: Making | null = null
  /** Begins when the last one is done, for requests that the last one is too old for. */
  #next: Promise<Serialized> | null = null

  constructor(options: SharedAnswerOptions) {
    this.#options = options
  }

  /** Answers one request; rejects with what `make` threw. */
  async respond(context: Context<ApiEnv>): Promise<Response> {
    const { text, gzipped, etag } = await this.#answer()
    const isGzipped = takesGzip(context)
    return context.body(isGzipped ? gzipped : text, 200, {
      'content-type': 'application/json',
      // A browser may keep it, and has to ask each time whether it still holds.
      'cache-control': 'private, no-cache',
      etag,
      vary: 'Accept-Encoding',
      ...(isGzipped && { 'content-encoding': 'gzip' }),
    })
  }

  /** Forgets the answers: after a change none from before it may be sent. */
  drop(): void {
    this.#last = null
    this.#next = null
  }

  #answer(): Promise<Serialized> {
    const last = this.#last
    const { sharedForMs, now } = this.#options
    if (last && now() - last.startedAt < sharedForMs) return last.answer
    if (!last || last.isDone) return this.#start()
    return (this.#next ??= last.answer.then(
      () => this.#start(),
      () => this.#start(),
    ))
  }

  #start(): Promise<Serialized> {
    const { make, now } = this.#options
    const startedAt = now()
    const answer = make().then(serialize)
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

async function serialize(value: object): Promise<Serialized> {
  const text = Buffer.from(await stringifyInSlices(value))
  const hash = createHash('sha256').update(text).digest('base64url')
  // A weak ETag: it stands for the plain and for the compressed bytes.
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
