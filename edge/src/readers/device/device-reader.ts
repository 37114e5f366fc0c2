import { DeviceError } from '../../device-error.ts'
import type { ByteLink, LinkEvents } from '../link/byte-link.ts'
import type { LinkContext } from '../link/reconnecting-link.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import type { DeviceDriver, DeviceIo } from './device-driver.ts'
import { type CoreConfig, ReaderCore } from './reader-core.ts'
import { Requests } from './requests.ts'

const ANSWER_WITHIN_MS = 1000
/** At a stop the conversation has this long to end the reading at the device. */
const STOP_CONVERSATION_MS = 400

export interface DeviceLink {
  /** Serial path or address, for the status. */
  where: string
  /** Whoever has the right address is taken for the device: its reads say so. */
  isUnauthenticated?: boolean
  open: (context: LinkContext, events: LinkEvents) => ByteLink
}

/**
 * The reader of a device behind a link: everything around its driver, which is opened in `start`, and
 * again for ever with backoff whenever the device goes away, does not answer or refuses.
 */
export function createDeviceReader<Frame>(
  config: CoreConfig,
  context: ReaderContext,
  driver: DeviceDriver<Frame>,
  { where, isUnauthenticated, open }: DeviceLink,
): Reader {
  const { monotonic, timers, tap } = context
  const isPolled = driver.run !== undefined
  const log = context.log.child({ reader: config.id })
  let receivedAt = 0
  let hasFailed = false
  let requests: Requests<Frame> | null = null
  let connection = new AbortController()
  let conversation: Promise<void> = Promise.resolve()

  const core = new ReaderCore({
    config,
    context,
    where,
    isPolled,
    isUnauthenticated,
    hint: () => driver.hint?.() ?? null,
    fault: () => link.error(),
  })
  const parser = driver.createParser({
    onFrame(whole) {
      if (!isPolled) link.dataReceived()
      core.answered()
      driver.take(whole, core)
      requests?.take(whole)
    },
    onNoise: () => core.noise(),
  })

  function send(bytes: Uint8Array): void {
    tap?.bytes(config.id, 'out', bytes)
    link.send(bytes)
  }

  function ready(): void {
    link.ready()
    core.opened()
  }

  /** Runs the driver's conversation on this connection; nothing of it counts once that is over. */
  async function converse(): Promise<void> {
    const { signal } = connection
    function sendMine(bytes: Uint8Array): void {
      // A peer that takes another's place is there before this conversation has ended.
      if (connection.signal !== signal) throw new DeviceError('the device is gone')
      send(bytes)
    }
    const own = new Requests<Frame>(timers, signal)
    requests = own
    const io: DeviceIo<Frame> = {
      emit: (tag) => core.emit(tag),
      noise: () => core.noise(),
      warn: (warning) => core.warn(warning),
      send: sendMine,
      request(bytes, match, timeoutMs = ANSWER_WITHIN_MS) {
        const answer = own.next(match, timeoutMs)
        try {
          sendMine(bytes)
        } catch (error) {
          answer.catch(() => {})
          return Promise.reject(error instanceof Error ? error : new DeviceError(String(error)))
        }
        return answer
      },
      next: (match, timeoutMs = ANSWER_WITHIN_MS) => own.next(match, timeoutMs),
      sleep: (ms) => own.sleep(ms),
      ready() {
        link.dataReceived()
        ready()
      },
      monotonic,
    }
    try {
      await driver.run?.(io, signal)
      if (!signal.aborted) link.drop(new DeviceError('the device ended the conversation'))
    } catch (error) {
      if (!signal.aborted) link.drop(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function endUnfinished(): void {
    if (parser.idle === undefined) parser.reset()
    else parser.idle()
  }

  /** A driver must not throw; one that does loses the bytes that it fails at, and stops nothing. */
  function push(chunk: Uint8Array): void {
    try {
      parser.push(chunk)
    } catch (error) {
      parser.reset()
      core.noise()
      if (!hasFailed) log.error({ err: error }, 'the driver failed at what the device sent')
      hasFailed = true
    }
  }

  function hangUp(): void {
    connection.abort()
    requests = null
    parser.reset()
  }

  const link = open(
    { log, monotonic, timers, disk: context.disk, backoffFirstMs: context.backoffFirstMs },
    {
      onOpen() {
        parser.reset()
        hasFailed = false
        connection = new AbortController()
        if (isPolled) conversation = converse()
        else ready()
      },
      onData(chunk) {
        const now = monotonic()
        // A frame that is found only now still came when its last byte did.
        if (driver.idleMs !== undefined && now - receivedAt > driver.idleMs) endUnfinished()
        receivedAt = now
        core.arrived()
        tap?.bytes(config.id, 'in', chunk)
        push(chunk)
      },
      onLost() {
        hangUp()
        core.closed()
      },
      onWarning: (warning) => core.warnOfLink(warning),
    },
  )

  async function stop(): Promise<void> {
    connection.abort()
    let cancel = () => {}
    const timeout = new Promise<void>(
      (resolve) => (cancel = timers.after(STOP_CONVERSATION_MS, resolve)),
    )
    await Promise.race([conversation, timeout])
    cancel()
    hangUp()
    core.stop()
    await link.stop()
  }

  return { id: config.id, start: () => link.start(), stop, states: () => core.states() }
}
