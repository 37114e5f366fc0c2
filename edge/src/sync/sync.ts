import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  type AccessHave,
  CloseCode,
  type Command,
  ConfigError,
  EDGE_ACCEPTS,
  type Hello,
  type HubFrame,
  type HubTakes,
  type NamedCommand,
  type Refuse,
  SYNC_PROTOCOL,
  type Welcome,
} from '@vehicle-control/protocol'
import type { AccessFrame } from '../access/list-keeper.ts'
import type { OutboxRow } from '../entry.ts'
import type { Committed, Outbox, Sender } from '../outbox/outbox.ts'
import { backoffMs } from './backoff.ts'
import { Connection, type ConnectionEnd } from './connection.ts'
import { Drain } from './drain.ts'
import { LiveLane } from './live-lane.ts'
import { describeTrouble } from './trouble.ts'
import type { RowClock } from './wire.ts'

/** A reconnect waits this long for answers to batches: the hub needs ms unless it is overloaded. */
const SETTLE_TIMEOUT_MS = 2000

/** The source of API keys. */
export interface Credentials {
  /** The key for the next try, or null without one (not enrolled yet; the reason is logged). */
  key(): Promise<string | null>
  /** Called when the hub has refused this key. */
  refused(key: string): void
  /** Called when the hub has accepted this key. */
  accepted(key: string): void
  /**
   * Called when the hub says that the key is another agent's. True: the key was handed over, now or
   * before a restart, and another one is tried; false: the key comes from the configuration.
   */
  foreign(key: string): boolean
}

/** The clock, as far as the connection needs it. */
export interface SyncClock extends RowClock {
  monotonic(): number
  /** Takes a reading of the hub's clock, asked for at `sentMono` and received at `receivedMono`. */
  hubTime(reading: { sentMono: number; hubWall: number; receivedMono: number }): void
}

export interface SyncOptions {
  hubUrl: URL
  outbox: Outbox
  clock: SyncClock
  credentials: Credentials
  log: Logger
  /** The fields of hello that do not come from the outbox. */
  identity: () => Pick<
    Hello,
    'agent' | 'version' | 'bootId' | 'clock' | 'hardwareSerial' | 'join'
  > & { wall: number }
  /** The one authority to trust, PEM; absent: those of the system. */
  ca?: string
  /** Makes the hub's join state durable; it is confirmed to the hub only afterwards. */
  saveJoin: (join: string) => Promise<void>
  onSuppressWindow: (ms: number) => void
  /**
   * Called with a relay command. One that comes `quarantined` must be refused: the hub does not
   * trust this edge to be its agent. Must not throw.
   */
  onCommand: (command: Command | NamedCommand, quarantined: boolean) => void
  /** Called at each welcome with what the hub takes of what came after protocol 1. */
  onTakes?: (takes: readonly HubTakes[]) => void
  /** Called with a frame of the gate's list; `send` is the connection's. Must not throw. */
  onAccess?: (frame: AccessFrame, send: (have: AccessHave) => void) => void
  /** Called when the hub is there again, with the reason for which it was not. */
  onReconnected?: (trouble: string) => void
  /** Called when the hub refuses the configuration of this edge: a retry cannot help. */
  onFatal: (error: ConfigError) => void
}

/** Keeps a connection to the hub, reconnects for ever, and sends the outbox over it. */
export class Sync implements Sender {
  readonly #options: SyncOptions
  #connection: Connection | null = null
  #drain: Drain | null = null
  #live: LiveLane | null = null
  /** The hub has accepted the present connection, without quarantine. */
  #isAccepted = false
  /** Sends what the gate holds; null where the hub does not take it. */
  #sendAccess: ((have: AccessHave) => void) | null = null
  #helloSentMono = 0
  #attempt = 0
  #timer: NodeJS.Timeout | null = null
  #stopped = false
  /** The fault that was logged last: a loss is logged once, not at every retry. */
  #loggedTrouble = ''
  /** Why the hub refused this connection; logged at its end. */
  #refusal = ''
  #lastSeq = 0
  #onDrained: (() => void) | null = null
  /** The next try is due without backoff, and asks for the key anew. */
  #connectAtOnce = false
  /** More epochs wait than one hello names: the next hello is due when this seq is acked. */
  #rejoinAfter: number | null = null
  #unknownFrames = 0

  constructor(options: SyncOptions) {
    this.#options = options
  }

  start(): void {
    this.#connect().catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'no connection could be begun')
      this.#retry()
    })
  }

  /** Why there is no connection; empty while there is one, and before the first try has failed. */
  get trouble(): string {
    return this.#loggedTrouble
  }

  /** Frames of a newer hub that were passed over, since the start. */
  get unknownFrames(): number {
    return this.#unknownFrames
  }

  get isConnected(): boolean {
    return this.#drain !== null
  }

  async #connect(): Promise<void> {
    const { credentials, hubUrl, clock, log } = this.#options
    let key: string | null
    do {
      this.#connectAtOnce = false
      key = await credentials.key()
      if (this.#stopped) return
    } while (this.#connectAtOnce)
    if (key === null) {
      this.#retry()
      return
    }
    const url = new URL('/api/agent/sync', hubUrl)
    url.protocol = hubUrl.protocol === 'https:' ? 'wss:' : 'ws:'
    const connection = new Connection({
      url,
      apiKey: key,
      ...(this.#options.ca === undefined ? {} : { ca: this.#options.ca }),
      log,
      monotonic: () => clock.monotonic(),
      hello: () => this.#hello(),
      onFrame: (frame) => this.#onFrame(connection, key, frame),
      onUnknownFrame: () => void this.#unknownFrames++,
      outbox: () => this.#options.outbox.state(),
      waitingMs: () => this.#drain?.waitingMs() ?? 0,
      onEnd: (end) => this.#onEnd(key, end),
    })
    this.#connection = connection
  }

  async #hello(): Promise<Hello> {
    const { outbox, clock } = this.#options
    const epochs = await outbox.ranges()
    this.#helloSentMono = clock.monotonic()
    const mono = this.#helloSentMono
    const accepts = [...EDGE_ACCEPTS]
    const { identity } = this.#options
    return { type: 'hello', protocol: SYNC_PROTOCOL, mono, epochs, accepts, ...identity() }
  }

  #onFrame(connection: Connection, key: string, frame: HubFrame): void {
    const { clock, log } = this.#options
    switch (frame.type) {
      case 'welcome':
        this.#options.credentials.accepted(key)
        this.#isAccepted = !frame.quarantined
        this.#noteTakes(connection, frame)
        this.#welcomed(connection, frame).catch((error: unknown) => {
          log.error({ err: error }, 'the outbox cannot be resumed')
          connection.close(CloseCode.tryLater, 'outbox unavailable')
        })
        return
      case 'ack':
        this.#attempt = 0
        this.#drain?.acked(frame).then(
          () => this.#checkDrained(),
          (error: unknown) => log.warn({ err: error }, 'an ack could not be noted'),
        )
        return
      case 'nack':
        this.#drain?.nacked(frame)
        return
      case 'pong':
        clock.hubTime({
          sentMono: frame.mono,
          hubWall: frame.wall,
          receivedMono: clock.monotonic(),
        })
        return
      case 'settings':
        this.#options.onSuppressWindow(frame.suppressWindowMs)
        return
      case 'command':
      case 'named_command':
        this.#options.onCommand(frame, !this.#isAccepted)
        return
      case 'refuse':
        this.#refused(connection, key, frame)
        return
      case 'access_head':
      case 'access_policy':
      case 'access_denied':
      case 'access_bucket':
        if (this.#sendAccess !== null) this.#options.onAccess?.(frame, this.#sendAccess)
        return
    }
  }

  #noteTakes(connection: Connection, { quarantined, takes = [] }: Welcome): void {
    const isTaken = !quarantined && takes.includes('access')
    this.#sendAccess = isTaken ? (have) => connection.send(JSON.stringify(have)) : null
    if (!quarantined) this.#options.onTakes?.(takes)
  }

  async #welcomed(connection: Connection, welcome: Welcome): Promise<void> {
    const { outbox, clock, log } = this.#options
    clock.hubTime({
      sentMono: this.#helloSentMono,
      hubWall: welcome.wall,
      receivedMono: clock.monotonic(),
    })
    this.#options.onSuppressWindow(welcome.suppressWindowMs)
    if (welcome.quarantined) {
      log.error('the hub holds this agent in quarantine: two devices claim its code')
      return
    }
    if (welcome.join !== null) await this.#join(connection, welcome.join)
    const { epochs: backlog, lastSeq, more } = await outbox.resume(welcome.epochs)
    if (this.#connection !== connection) return
    this.#rejoinAfter = more ? lastSeq : null
    log.info({ backlog: outbox.stats.unacked }, 'connected to the hub')
    const trouble = this.#loggedTrouble
    this.#loggedTrouble = ''
    if (trouble !== '') this.#options.onReconnected?.(trouble)
    const send = (frame: string) => connection.send(frame)
    const drain = new Drain({
      source: outbox,
      clock,
      send,
      backlog,
      // A commit that this connection did not see may be above what was resumed.
      lastSeq: Math.max(lastSeq, this.#lastSeq),
      fail: (error) => {
        log.error({ err: error }, 'the outbox cannot be read')
        connection.close(CloseCode.tryLater, 'outbox unavailable')
      },
    })
    this.#live = new LiveLane({ clock, send, isSent: (epoch, seq) => drain.hasSent(epoch, seq) })
    this.#drain = drain
    drain.pump()
  }

  /** Confirms the join state. A disk that cannot store it does not stop the reads. */
  async #join(connection: Connection, join: string): Promise<void> {
    const { log, clock } = this.#options
    try {
      await this.#options.saveJoin(join)
      connection.send(JSON.stringify({ type: 'joined', mono: clock.monotonic(), join }))
    } catch (error) {
      log.warn({ err: error }, 'the join state could not be stored')
    }
  }

  #refused(connection: Connection, key: string, { code, message }: Refuse): void {
    this.#refusal = `${code}: ${message}`
    if (code === 'wrong_agent' && !this.#options.credentials.foreign(key)) {
      const fault = `EDGE_AGENT_CODE: ${message}; ponga el código para el que se hizo la clave`
      this.#options.onFatal(new ConfigError(fault))
    }
    connection.close(CloseCode.tryLater, code)
  }

  get isCaughtUp(): boolean {
    return this.#drain?.isCaughtUp ?? false
  }

  /** Sends fresh durable entries: with the next batch, or in live frames ahead of a backlog. */
  committed(committed: Committed): void {
    const { epoch, rows } = committed
    this.#lastSeq = (rows.at(-1) as OutboxRow).seq
    if (this.#drain === null) return
    if (!this.#drain.committed(committed)) this.#live?.add(epoch, rows)
    this.#drain.pump()
  }

  /** Ends the connection so that the next hello names the epochs anew. */
  rejoin(reason: string): void {
    this.#connection?.close(CloseCode.rejoin, reason)
  }

  /**
   * Reconnects without backoff, with the key that is due now; before that it waits for the answers
   * to the batches in flight, 2 s at most.
   */
  async reconnect(reason: string): Promise<void> {
    if (this.#stopped) return
    this.#connectAtOnce = true
    const connection = this.#connection
    if (connection !== null) {
      await Promise.race([
        this.#drain?.settle(),
        delay(SETTLE_TIMEOUT_MS, undefined, { ref: false }),
      ])
      connection.close(CloseCode.rejoin, reason)
    } else if (this.#timer !== null) {
      clearTimeout(this.#timer)
      this.#timer = null
      this.start()
    }
  }

  #onEnd(key: string, end: ConnectionEnd): void {
    this.#connection = null
    this.#isAccepted = false
    this.#sendAccess = null
    this.#drain?.stop()
    this.#live?.stop()
    this.#drain = null
    this.#live = null
    this.#onDrained?.()
    this.#options.outbox.released().catch(() => {
      // The next hello releases them as well.
    })
    if (this.#stopped) return
    if (end.status === 401 || end.code === CloseCode.keyRevoked) {
      this.#options.credentials.refused(key)
    }
    // The other connection of this agent is alive: coming back at once would only end that one.
    if (end.code === CloseCode.superseded) this.#attempt = Math.max(this.#attempt, 4)
    if (!this.#connectAtOnce) this.#logTrouble(end)
    this.#retry(retryAfterMs(end))
  }

  #logTrouble(end: ConnectionEnd): void {
    const trouble = this.#refusal || describeTrouble(end, this.#options.identity().clock)
    this.#refusal = ''
    if (trouble === this.#loggedTrouble) return
    this.#loggedTrouble = trouble
    this.#options.log.warn({ code: end.code, status: end.status }, `no hub: ${trouble}`)
  }

  #retry(afterMs = 0): void {
    this.#attempt++
    const wait = this.#connectAtOnce ? 0 : afterMs + backoffMs(this.#attempt)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.start()
    }, wait)
  }

  #checkDrained(): void {
    if (this.#rejoinAfter !== null) {
      if (this.#drain?.isDrained(this.#rejoinAfter)) this.rejoin('more epochs to send')
    } else if (this.#drain?.isDrained(this.#lastSeq)) this.#onDrained?.()
  }

  /** Waits until the hub has everything, at most `timeoutMs`, then closes. Idempotent. */
  async stop(timeoutMs: number): Promise<void> {
    if (this.#stopped) return
    this.#stopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#drain !== null && !this.#drain.isDrained(this.#lastSeq)) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        this.#onDrained = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#connection?.close(1000, 'stopping')
  }
}

/** The wait that a busy hub asks for with close 1013, whose reason is JSON {retryAfterMs}. */
function retryAfterMs(end: ConnectionEnd): number {
  if (end.code !== CloseCode.tryLater) return 0
  const match = /"retryAfterMs":(\d{1,7})/.exec(end.reason)
  return match === null ? 0 : Number(match[1])
}
