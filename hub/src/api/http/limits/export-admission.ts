import { apiError } from '../errors.ts'
import { FairTurns, TooBusy } from '../../../limits/fair-turns.ts'
import type { UrgentCalls } from './urgent-calls.ts'

/** Of a session so many are sent or wait; whoever asks for more is refused at once. */
const OF_A_SESSION = 4
/** A screen gives up after 20 s without a word. */
const TURNS = { atOnce: 2, perSession: 1, maxWaiting: OF_A_SESSION, patienceMs: 15_000 }
/** A client that takes nothing for so long gives its turn up, and is cut off after the other. */
const RESTS_MS = 1000
const RESTS_MOST_MS = 60_000
/** A slice waits for presses, but not for ever: somebody may press without end. */
const WAITS_FOR_PRESSES_MS = 250

/**
 * Lets exports take turns until they are sent, two of the hub and one of a session: each is work for
 * seconds, a slice at a time, and twelve at once would be twelve slices in each turn of the event loop.
 */
export class ExportTurns {
  readonly #open = new FairTurns({ atOnce: Infinity, perSession: OF_A_SESSION, maxWaiting: 0 })
  readonly #turns = new FairTurns(TURNS)

  readonly #urgent: Pick<UrgentCalls, 'over'>

  constructor(urgent: Pick<UrgentCalls, 'over'>) {
    this.#urgent = urgent
  }

  /**
   * Answers in the session's turn, which lasts until the body is sent.
   *
   * @throws the 503 that says when to come again
   */
  async run(session: number, answer: () => Promise<Response>): Promise<Response> {
    const close = await this.#open.enter(session).catch(refuse)
    let leave: (() => void) | undefined
    try {
      leave = await this.#turns.enter(session).catch(refuse)
      const response = await answer()
      return new Response(
        response.body && this.#sent(response.body, { session, leave, close }),
        response,
      )
    } catch (error) {
      leave?.()
      close()
      throw error
    }
  }

  /** The same bytes, sent in the session's turn. */
  #sent(
    body: ReadableStream<Uint8Array>,
    { session, leave, close }: { session: number; leave: () => void; close: () => void },
  ): ReadableStream<Uint8Array> {
    const [turns, urgent] = [this.#turns, this.#urgent]
    const reader = body.getReader()
    let turn: (() => void) | null = leave
    let timers: NodeJS.Timeout[] = []
    let isOver = false
    const giveUpTurn = () => {
      turn?.()
      turn = null
    }
    const end = () => {
      if (isOver) return
      isOver = true
      timers.forEach(clearTimeout)
      giveUpTurn()
      close()
    }
    return new ReadableStream({
      async pull(controller) {
        timers.forEach(clearTimeout)
        turn ??= await turns.enter(session, Infinity)
        await urgent.over(WAITS_FOR_PRESSES_MS)
        if (isOver) return giveUpTurn()
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
        timers = [setTimeout(giveUpTurn, RESTS_MS), setTimeout(cutOff, RESTS_MOST_MS)]
      },
      cancel(reason) {
        end()
        return reader.cancel(reason)
      },
    })
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof TooBusy)) throw error
  const message = 'Hay otras exportaciones en curso; intenta de nuevo en unos segundos'
  throw apiError('internal', message, { status: 503, retryAfterS: 5 })
}
