import type { ReaderState } from '@vehicle-control/protocol'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import { SerialLink } from '../serial/serial-link.ts'
import { SilenceWatch } from '../silence-watch.ts'
import type { LineReaderConfig } from './config.ts'
import { LineSplitter, parseTagLine } from './parser.ts'

/**
 * Reads one tag a line from a serial port. `backoffFirstMs` shortens the first delay of a
 * reconnect.
 */
export function createLineReader(
  config: LineReaderConfig,
  context: ReaderContext & { backoffFirstMs?: number },
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

  const splitter = new LineSplitter({
    onLine(line) {
      const uid = parseTagLine(line)
      if (uid === null) noise++
      else events.onRead({ reader: config.id, uid, mono: heardAt })
    },
    onOverlong() {
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
      splitter.reset()
      silence.start()
      events.onStateChange()
    },
    onData(chunk) {
      heardAt = monotonic()
      silence.heard(heardAt)
      splitter.push(chunk)
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
