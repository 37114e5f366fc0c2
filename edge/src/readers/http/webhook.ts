import { DeviceError } from '../../device-error.ts'
import { createFeedReader, type FeedOutput } from '../device/feed-reader.ts'
import { uidOf } from '../device/reader-core.ts'
import { isDurable } from '../is-durable.ts'
import { type JsonItem, JsonReads } from '../json/json-reads.ts'
import { itemsOf } from '../json/tag-list.ts'
import { readJsonValues } from '../json/json-values.ts'
import type { Attempt, Connection } from '../link/reconnector.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import type { HttpReaderConfig } from './config.ts'
import {
  answerOf,
  type HookAnswer,
  type HookResult,
  NO_JSON,
  NOT_A_TAG,
  NOT_STORED,
  TOO_LARGE,
} from './hook-answers.ts'
import { createHookServer } from './hook-server.ts'
import { InputPace } from '../link/input-pace.ts'

/** Items of one post: each is answered, in some forty times the bytes of the shortest. */
export const ITEMS_MAX = 10_000
const HOST = '127.0.0.1'
const PATH = '/'
const LAST_ANSWERS_MS = 400
/** How long the warning stands after a connection was closed to make room for another. */
const CROWDED_MS = 60_000
const FAULTS: Record<string, string> = {
  EADDRINUSE: 'the port is in use by another program',
  EADDRNOTAVAIL: 'host is no address of this machine',
  EACCES: 'the user of the edge may not open this port; take one from 1024 on',
}

/** A webhook: reads that other software posts, with the key, as JSON. */
export function createWebhookReader(
  config: HttpReaderConfig & { port: number; keyEnv: string },
  context: ReaderContext,
): Reader {
  const { port, keyEnv, host = HOST, hookPath: path = PATH } = config
  const reads = new JsonReads(context.stamp)
  const where = `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`

  function connect(attempt: Attempt, output: FeedOutput): Connection {
    const pace = new InputPace(context, attempt)
    const warnings: Record<'crowd' | 'clock', string | null> = { crowd: null, clock: null }
    let cancelCrowd = () => {}
    function warn(of: keyof typeof warnings, warning: string | null): void {
      warnings[of] = warning
      const present = Object.values(warnings).filter((one) => one !== null)
      output.warn(present.length > 0 ? present.join('; ') : null)
    }
    const ofReads = { ...output, warn: (warning: string | null) => warn('clock', warning) }

    /** The requests whose reads are on their way to the disk. */
    const taking = new Set<Promise<HookAnswer>>()

    async function take(body: Buffer): Promise<HookAnswer> {
      // Refused before any of it is taken, so that the sender repeats it.
      if (context.disk?.isBlocked) return NOT_STORED
      const { values, broken } = readJsonValues(body.toString())
      if (broken > 0 || values.length === 0) {
        output.noise()
        return NO_JSON
      }
      const items = values.reduce<number>((sum, value) => sum + itemsOf(value), 0)
      if (items > ITEMS_MAX) return TOO_LARGE
      output.arrived(body)
      const arrival = { mono: context.monotonic(), output: ofReads }
      const taken = await reads.takePaced(values, arrival, pace)
      // The reader stops: not all of them were taken.
      if (taken.length < values.length) return NOT_STORED
      // The sender forgets a message once it is answered with success.
      if (!(await isDurable(context))) return NOT_STORED
      return answerOf(taken.map(resultOf))
    }

    const key = context.secret(keyEnv)
    const server = createHookServer({
      path,
      key,
      async take(body) {
        const answer = take(body)
        taking.add(answer)
        await answer
        taking.delete(answer)
        return answer
      },
      onEvict(address) {
        warn('crowd', `${address} opens many connections and shows no key`)
        cancelCrowd()
        cancelCrowd = context.timers.after(CROWDED_MS, () => warn('crowd', null))
      },
    })
    server.on('error', (error: NodeJS.ErrnoException) => {
      attempt.lost(new DeviceError(FAULTS[error.code ?? ''] ?? error.message, { cause: error }))
    })
    server.listen({ port, host }, () => attempt.ready())
    return {
      async close() {
        const closed = new Promise<void>((resolve) => server.close(() => resolve()))
        let cancel = () => {}
        const late = new Promise<void>((resolve) => {
          cancel = context.timers.after(LAST_ANSWERS_MS, resolve)
        })
        // A sender without an answer posts it all again.
        await Promise.race([Promise.all(taking), late])
        cancel()
        cancelCrowd()
        server.closeAllConnections()
        await closed
      },
    }
  }

  function resultOf(item: JsonItem): HookResult {
    if (item === null) return NOT_A_TAG
    const uids = item.map((tag) => uidOf(tag, config.uid)).filter((uid) => uid !== null)
    return item.length > 0 && uids.length === 0 ? NOT_A_TAG : { ok: true, uids }
  }

  return createFeedReader(config, context, { what: 'webhook', where, connect })
}
