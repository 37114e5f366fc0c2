import { apiError } from '../errors.ts'
import { type PermitRequest, type Release, Semaphore } from '../../../limits/semaphore.ts'
import type { UrgentCalls } from './urgent-calls.ts'

/** Exports of a session that are sent or wait; one more is refused at once. */
const OPEN_PER_SESSION = 4
/** Less than the 20 s after which a screen gives up. */
const PATIENCE_MS = 15_000
/**
 * A client that reads nothing gives its permit up after a second, and is cut off after a minute.
 */
const IDLE_RELEASE_MS = 1000
const IDLE_CUT_OFF_MS = 60_000
/** A slice waits for urgent calls, but not for ever: somebody may press a button without end. */
const URGENT_WAIT_MAX_MS = 250

/**
 * Admits two exports at a time, and one of a session, until they are sent. Each is work for
 * seconds, in slices, and twelve at once would be twelve slices in each turn of the event loop.
 */
export class ExportAdmission {
  /** Bounds what a session has waiting and under way. */
  readonly #open = new Semaphore({
    permits: Infinity,
    permitsPerGroup: OPEN_PER_SESSION,
    maxWaitingPerGroup: { depth: 1, max: 0 },
    refusal: otherExportsRun,
  })
  /** Admits the exports that are being sent. */
  readonly #sending = new Semaphore({
    permits: 2,
    permitsPerGroup: 1,
    patienceMs: PATIENCE_MS,
    refusal: otherExportsRun,
  })
  readonly #urgent: Pick<UrgentCalls, 'whenIdle'>

  constructor(urgent: Pick<UrgentCalls, 'whenIdle'>) {
    this.#urgent = urgent
  }

  /**
   * Makes the answer with a permit, which is released when its body is sent.
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

  /** The same body; the permit is held while it is sent. */
  #sent(
    body: ReadableStream<Uint8Array>,
    { request, leave, close }: { request: PermitRequest; leave: Release; close: Release },
  ): ReadableStream<Uint8Array> {
    const [sending, urgent] = [this.#sending, this.#urgent]
    const reader = body.getReader()
    let permit: Release | null = leave
    let timers: NodeJS.Timeout[] = []
    let isOver = false
    const releasePermit = () => {
      permit?.()
      permit = null
    }
    const end = () => {
      if (isOver) return
      isOver = true
      timers.forEach(clearTimeout)
      releasePermit()
      close()
    }
    return new ReadableStream({
      async pull(controller) {
        timers.forEach(clearTimeout)
        permit ??= await sending.acquire({ ...request, patienceMs: Infinity })
        await urgent.whenIdle(URGENT_WAIT_MAX_MS)
        if (isOver) return releasePermit()
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
        timers = [setTimeout(releasePermit, IDLE_RELEASE_MS), setTimeout(cutOff, IDLE_CUT_OFF_MS)]
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
