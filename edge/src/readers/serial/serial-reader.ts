import type { ReaderState } from '@vehicle-control/protocol'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader, TagRead } from '../reader.ts'
import { SilenceWatch } from '../silence-watch.ts'
import type { SerialReaderConfig } from './serial-fields.ts'
import { SerialLink } from './serial-link.ts'

/** Finds the tags in a port's bytes, however the chunks fall. */
export interface SerialParser {
  /** Hot path. Must not throw, whatever the bytes are. */
  push(chunk: Uint8Array): void
  /** Forgets what is unfinished: its rest went to a connection that is gone. */
  reset(): void
}

export interface SerialParserOptions {
  /** Called for every tag; its uid has passed the rule for incoming uids. */
  onTag: (tag: Omit<TagRead, 'reader' | 'mono'>) => void
  /** Called once for each line or frame that holds no tag. */
  onNoise: () => void
}

/**
 * Hands on the tags that the parser finds in the bytes of a serial port. `backoffFirstMs` shortens
 * the first delay of a reconnect.
 */
export function createSerialReader(
  config: SerialReaderConfig,
  context: ReaderContext & { backoffFirstMs?: number },
  createParser: (options: SerialParserOptions) => SerialParser,
): Reader {
  const { events, monotonic, timers } = context
  let open = false
  let noise = 0
  let heardAt = 0

  const silence = new SilenceWatch({
    afterMs: config.silentAfterMs,
    monotonic,
    timers,
    onChange: () => events.onStateChange(),
  })

  const parser = createParser({
    onTag: (tag) => events.onRead({ reader: config.id, ...tag, mono: heardAt }),
    onNoise() {
      noise++
    },
  })

  const link = new SerialLink({
    path: config.path,
    baudRate: config.baudRate,
    dtr: config.dtr,
    rts: config.rts,
    log: context.log.child({ reader: config.id }),
    monotonic,
    timers,
    backoffFirstMs: context.backoffFirstMs,
    onOpen() {
      open = true
      parser.reset()
      silence.start()
      events.onStateChange()
    },
    onData(chunk) {
      heardAt = monotonic()
      silence.heard(heardAt)
      parser.push(chunk)
    },
    onLost() {
      open = false
      silence.stop()
      events.onStateChange()
    },
  })

  return {
    id: config.id,
    start: () => link.start(),
    async stop() {
      open = false
      silence.stop()
      await link.stop()
    },
    state(): ReaderState {
      const connected = silence.silent() ? 'silent' : 'open'
      return {
        id: config.id,
        type: config.type,
        path: config.path,
        state: open ? connected : 'closed',
        simulated: false,
        error: link.error()?.message.slice(0, 512),
        noise,
      }
    },
  }
}
