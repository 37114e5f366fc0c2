import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import { type Attempt, type Connection, Reconnector } from '../link/reconnector.ts'
import type { TagOutput } from './device-driver.ts'
import { type CoreConfig, ReaderCore } from './reader-core.ts'

/** Takes what a feed's connection brings: tags, and that something arrived. */
export interface FeedOutput extends TagOutput {
  /** Called as a message arrives, before its tags are emitted: it sets their time. */
  arrived(bytes?: Uint8Array): void
}

/** A source of tags that is no stream of frames: MQTT messages, lines over HTTP, typed keys. */
export interface Feed {
  /** For the log, such as "broker". */
  what: string
  /** Address, topic or path, for the status. */
  where: string
  /** True where silence means that nothing at all arrives, tags or not. */
  isPolled?: boolean
  /** Begins to connect and returns at once; `attempt.ready()` opens the reader. */
  connect(attempt: Attempt, output: FeedOutput): Connection
}

/** The reader of a feed, connected in `start` and again for ever with backoff. */
export function createFeedReader(config: CoreConfig, context: ReaderContext, feed: Feed): Reader {
  const { monotonic, timers, tap } = context
  const { what, where, isPolled = false } = feed
  const core = new ReaderCore({
    config,
    context,
    where,
    isPolled,
    fault: () => reconnector.error(),
  })
  const output: FeedOutput = {
    arrived(bytes) {
      reconnector.attempt()?.dataReceived()
      if (bytes !== undefined) tap?.bytes(config.id, 'in', bytes)
      core.arrived()
      core.answered()
    },
    emit: (tag) => core.emit(tag),
    noise: () => core.noise(),
    warn: (warning) => core.warn(warning),
  }
  const reconnector: Reconnector = new Reconnector({
    what,
    where,
    log: context.log.child({ reader: config.id }),
    monotonic,
    timers,
    backoffFirstMs: context.backoffFirstMs,
    connect: (attempt) =>
      feed.connect(
        {
          get isCurrent() {
            return attempt.isCurrent
          },
          opened: () => attempt.opened(),
          ready() {
            attempt.opened()
            attempt.ready()
            if (attempt.isCurrent) core.opened()
          },
          dataReceived: () => attempt.dataReceived(),
          lost: (cause) => attempt.lost(cause),
        },
        output,
      ),
    onOpen() {},
    onLost: () => core.closed(),
  })
  return {
    id: config.id,
    start: () => reconnector.start(),
    async stop() {
      core.stop()
      await reconnector.stop()
    },
    states: () => core.states(),
  }
}
