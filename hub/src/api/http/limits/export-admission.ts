import { apiError } from '../errors.ts'
import { type PermitRequest, type Release, Semaphore } from '../../../limits/semaphore.ts'
import type { UrgentCalls } from './urgent-calls.ts'

/** Of a session so many are sent or wait; whoever asks for more is refused at once. */
const OF_A_SESSION = 4
/** A screen gives up after 20 s without a word. */
const PATIENCE_MS = 15_000
/** A client that takes nothing for so long gives its permit up, and is cut off after the other. */
const RESTS_MS = 1000
const RESTS_MOST_MS = 60_000
/** A slice waits for presses, but not for ever: somebody may press without end. */
const WAITS_FOR_PRESSES_MS = 250

/**
 * Admits two exports of the hub and one of a session at a time, until they are sent: each is work for
 * seconds, a slice at a time, and twelve at once would be twelve slices in each turn of the event loop.
 */
export class ExportAdmission {
  readonly #open = new Semaphore({
    permits: Infinity,
    permitsPerGroup: OF_A_SESSION,
    maxWaitingPerGroup: { depth: 1, max: 0 },
    refusal: otherExportsRun,
  })
  readonly #sending = new Semaphore({
    permits: 2,
    permitsPerGroup: 1,
    patienceMs: PATIENCE_MS,
    refusal: otherExportsRun,
  })
  readonly #urgent: Pick<UrgentCalls, 'over'>

  constructor(urgent: Pick<UrgentCalls, 'over'>) {
    this.#urgent = urgent
  }

  /**
   * Answers with a permit of the session, which is released when the body is sent.
   *
   * @throws the 503 that says when to come again
   */
  async run(session: number, answer: () => Promise<Response>): Promise<Response> {
    const request = { group: [String(session)] }
    const close = await this.#open.acquire(request)
    let leave: Release | undefined
    try {
      leave = await this.#sending.acquire(request)
      const response = await answer()
      return new Response(
        response.body && this.#sent(response.body, { request, leave, close }),
        response,
      )
    } catch (error) {
      leave?.()
      close()
      throw error
    }
  }

  /** The same bytes, sent with the permit. */
  #sent(
    body: ReadableStream<Uint8Array>,
    { request, leave, close }: { request: PermitRequest; leave: Release; close: Release },
  ): ReadableStream<Uint8Array> {
    const [sending, urgent] = [this.#sending, this.#urgent]
    const reader = body.getReader()
    let permit: Release | null = leave
    let timers: NodeJS.Timeout[] = []
    let isOver = false
    const givePermitUp = () => {
      permit?.()
      permit = null
    }
    const end = () => {
      if (isOver) return
      isOver = true
      timers.forEach(clearTimeout)
      givePermitUp()
      close()
    }
    return new ReadableStream({
      async pull(controller) {
        timers.forEach(clearTimeout)
        permit ??= await sending.acquire({ ...request, patienceMs: Infinity })
        await urgent.over(WAITS_FOR_PRESSES_MS)
        if (isOver) return givePermitUp()
        const { done, value } = await reader.read().catch((error: unknown) => {
          end()
          throw error
        })
        if (isOver) return
        if (done) {
          end()
          return controller.close()
        }
        controller.enqueue(value)
        const cutOff = () => {
          end()
          controller.error(new Error('the client takes nothing of an export'))
          void reader.cancel()
        }
        timers = [setTimeout(givePermitUp, RESTS_MS), setTimeout(cutOff, RESTS_MOST_MS)]
      },
      cancel(reason) {
        end()
        return reader.cancel(reason)
      },
    })
  }
}

function otherExportsRun(): Error {
  const message = 'Hay otras exportaciones en curso; intenta de nuevo en unos segundos'
  return apiError('internal', message, { status: 503, retryAfterS: 5 })
}
