import { join } from 'node:path'
import type { ConfigError, StatusData } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { CAPTURE_SOCKET } from './capture/capture-line.ts'
import { CaptureServer } from './capture/capture-server.ts'
import { ReaderCaptures } from './capture/reader-captures.ts'
import { readBootId } from './clock/boot-id.ts'
import { createClock } from './clock/clock.ts'
import { describeStep } from './clock/describe-step.ts'
import { monotonicMs } from './clock/monotonic.ts'
import { isNtpSynced } from './clock/ntp-sync.ts'
import { Paced } from './clock/paced.ts'
import { systemTimers } from './clock/timers.ts'
import type { EdgeConfig } from './config.ts'
import { KeyServer } from './enroll/key-server.ts'
import { createCredentials, durableJoin, identityOf, updateIdentity } from './enroll/credentials.ts'
import { readHardwareSerial } from './enroll/hardware-serial.ts'
import { openIdentityStore } from './enroll/identity.ts'
import type { NewEntry } from './entry.ts'
import { HostWatch } from './health/host/host-watch.ts'
import { statusData } from './health/status.ts'
import { Inputs } from './inputs/inputs.ts'
import { openInputPort } from './inputs/open-port.ts'
import type { ServedMetrics } from './metrics/metrics-server.ts'
import { Outbox } from './outbox/outbox.ts'
import { openReader } from './readers/open-reader.ts'
import type { Reader } from './readers/reader.ts'
import { openRelayDriver } from './relays/open-driver.ts'
import { RelayBoard } from './relays/relay-board.ts'
import { openRetriedDriver } from './relays/retried-driver.ts'
import { createSensors, describeSensor } from './sensors/sensors.ts'
import { HeldReads } from './suppress/held-reads.ts'
import { TimedSuppressor } from './suppress/timed-suppressor.ts'
import { Sync } from './sync/sync.ts'
import { hubLink } from './sync/plain-http.ts'
import { CLOCK_NOT_SET } from './sync/trouble.ts'
import { COMMIT, VERSION } from './version.ts'

const PERIODIC_STATUS_MS = 15 * 60_000
/** A device that comes and goes for a day writes so many status entries, each of all devices. */
const CHANGES_PACE = { burst: 20, everyMs: 10_000 }
/** A stop waits this long for the hub to ack what is left. */
const DRAIN_PATIENCE_MS = 3000
/** A few commits: a flood from one reader holds up neither others' reads nor results for longer. */
const CROWDED_ENTRIES = 2000
/** A disk without an answer for this long has hung, and a fault that lasts so long needs a restart. */
const STUCK_MS = 60_000

export interface Edge {
  /** False when reads can no longer become durable; the watchdog then restarts the edge. */
  isHealthy(): boolean
  /** One line for `systemctl status`. */
  summary(): string
  /** Switches every relay off for good. For an end of the process without `stop`. */
  relaysOff(): void
  /**
   * Switches relays off, ends the reading, makes everything durable and sends it if the hub is
   * there.
   */
  stop(): Promise<void>
}

/**
 * Puts the edge together: reader → suppress → outbox → sync, and sync → relays on the way back.
 *
 * @throws ConfigError
 */
export async function startEdge(
  config: EdgeConfig,
  log: Logger,
  onFatal: (error: ConfigError) => void,
): Promise<Edge> {
  const bootId = readBootId()
  const isCleartext = hubLink(config) === 'cleartext'
  let served: ServedMetrics | null = null
  let onRelaysChange = () => {}
  const relayDriver = await openRetriedDriver({
    config: config.relays,
    open: () => openRelayDriver(config.relays, log),
    timers: systemTimers,
    log,
    onChange: () => onRelaysChange(),
  })
  const relays = new RelayBoard({
    lines: config.relays.lines,
    interlock: config.relays.interlock,
    driver: relayDriver,
    bootId,
    monotonic: monotonicMs,
    timers: systemTimers,
    log,
    begin: (command) => outbox.beginCommand(command),
    report: (result) => outbox.append(stamped('command_result', result)),
  })
  // Relays go off first, before anything that is slow or may fail.
  relays.start()
  const store = await openIdentityStore(config.dataDir, log)
  const hardwareSerial = readHardwareSerial()

  const clock = createClock({
    log,
    bootId,
    monotonic: monotonicMs,
    isSynced: isNtpSynced,
    onStep: (stepMs) =>
      report('clock', `the wall clock stepped by ${stepMs} ms: ${describeStep(stepMs)}`),
    // At once: until then the hub raises an alert for a clock that nobody has set.
    onQualityChange: (quality) => report('periodic', `the clock is ${quality}`),
  })

  const outbox = new Outbox({
    file: join(config.dataDir, 'outbox.db'),
    agentCode: config.agentCode,
    boot: bootId,
    monotonic: monotonicMs,
    onCommitted({ epoch, rows }) {
      if (log.isLevelEnabled('debug'))
        log.debug({ epoch, kinds: rows.map((r) => r.kind) }, 'committed')
      served?.metrics.committed(rows)
    },
    onNotice(notice) {
      const isFull = notice.event === 'outbox_full'
      log.error(notice, isFull ? 'the outbox is full' : 'the outbox was reopened')
      report(notice.event, notice.detail)
      if (!isFull) sync.rejoin('the epochs have changed')
    },
    onBlocked(message) {
      if (message === null) log.info('the outbox takes entries again')
      else log.error({ reason: message }, 'the outbox takes nothing; entries wait in memory')
      report('outbox_blocked', message ?? 'it takes entries again')
    },
    onFatal,
    stampGap: (counts, reason) => stamped('gap', { from: null, to: null, counts, reason }),
  })

  const credentials = createCredentials(config, store, log)
  const sync = new Sync({
    hubUrl: config.hubUrl,
    outbox,
    clock,
    log,
    credentials,
    identity: () => ({
      agent: config.agentCode,
      version: VERSION,
      bootId,
      wall: Date.now(),
      clock: clock.quality(),
      hardwareSerial,
      join: durableJoin(store, config.agentCode),
    }),
    saveJoin: (offered) => updateIdentity(store, config.agentCode, { join: offered }),
    onSuppressWindow(ms) {
      if (!suppressor.setWindowMs(ms)) return
      updateIdentity(store, config.agentCode, { suppressWindowMs: ms }).catch((error: unknown) =>
        log.warn({ err: error }, 'the suppression window could not be stored'),
      )
    },
    onBack(trouble) {
      if (trouble.startsWith(CLOCK_NOT_SET)) report('periodic', `the hub was away: ${trouble}`)
    },
    onCommand(command, quarantined) {
      if (quarantined) relays.refuse(command)
      else void relays.handle(command)
    },
    onFatal,
  })

  outbox.sendTo(sync)

  function stamped(kind: NewEntry['kind'], data: object) {
    const mono = monotonicMs()
    const { at, clock: quality } = clock.stamp(mono)
    return { kind, mono, data, at, clock: quality }
  }

  function report(event: StatusData['event'], detail?: string): void {
    const sources = {
      version: VERSION,
      readers,
      sensors,
      inputs,
      relays: relayDriver,
      clock,
      outbox,
      suppressor,
      isCleartext,
    }
    outbox.append(stamped('status', statusData(sources, event, detail)))
  }

  const paced = (event: StatusData['event']) =>
    new Paced<string | undefined>({
      timers: systemTimers,
      ...CHANGES_PACE,
      tell: (detail) => report(event, detail),
    })
  const changes = {
    reader: paced('reader'),
    sensor: paced('sensor'),
    input: paced('input'),
    relays: paced('relays'),
  }

  const suppressor = new TimedSuppressor({
    windowMs: identityOf(store, config.agentCode)?.suppressWindowMs,
    monotonic: monotonicMs,
    timers: systemTimers,
    // Hot path: one object literal an entry.
    onEntries(entries) {
      served?.metrics.passed(entries)
      for (const { kind, mono, data } of entries) {
        const { at, clock: quality } = clock.stamp(mono)
        outbox.append({ kind, mono, data, at, clock: quality })
      }
    },
  })

  const captures = new ReaderCaptures({ readers: config.readers, monotonic: monotonicMs })
  const captureServer = new CaptureServer({
    path: join(config.dataDir, CAPTURE_SOCKET),
    captures,
    states: () => readers.flatMap((reader) => reader.states()),
    log,
  })

  const keyServer = new KeyServer({
    dataDir: config.dataDir,
    credentials,
    reconnect: (reason) => sync.reconnect(reason),
    log,
  })

  const held = new HeldReads((read) => suppressor.offer(read))
  let onOpened = () => {}
  /** Resolves once no read is held back any more. */
  const opened = new Promise<void>((resolve) => (onOpened = resolve))
  const readers: Reader[] = []
  for (const reader of config.readers) {
    readers.push(
      await openReader(reader, {
        log,
        monotonic: monotonicMs,
        timers: systemTimers,
        stamp: (mono) => clock.stamp(mono),
        secret: (name) => process.env[name]?.trim() ?? '',
        events: {
          onRead: (read) => held.offer(read),
          onStateChange() {
            changes.reader.changed(undefined)
            captures.changed(readers.flatMap((one) => one.states()))
          },
        },
        tap: captures,
        disk: {
          get isBlocked() {
            return outbox.isBlocked
          },
          get hasRoom() {
            return outbox.waiting < CROWDED_ENTRIES
          },
          durable: () => opened.then(() => outbox.durable()),
        },
      }),
    )
  }

  const sensors = createSensors({
    configs: config.sensors,
    monotonic: monotonicMs,
    openLine: (wiring) => openInputPort(wiring, { ...config, monotonic: monotonicMs }),
    timers: systemTimers,
    log,
    onSample: (sample) => outbox.append(stamped('telemetry', sample)),
    onStateChange: (state) => changes.sensor.changed(describeSensor(state)),
  })

  const inputs = new Inputs({
    inputs: config.inputs,
    board: relays,
    relays: config.relays,
    dataDir: config.dataDir,
    monotonic: monotonicMs,
    timers: systemTimers,
    log,
    onSample: (sample) => outbox.append(stamped('telemetry', sample)),
    report: (detail) => changes.input.changed(detail),
  })

  const host = new HostWatch({
    dataDir: config.dataDir,
    timers: systemTimers,
    onSample(sample) {
      served?.metrics.measured(sample)
      outbox.append(stamped('telemetry', sample))
    },
  })

  if (config.metricsPort !== undefined) {
    // Loaded only where somebody wants it: a board has little memory.
    const { serveMetrics } = await import('./metrics/metrics-server.ts')
    const sources = {
      build: { version: VERSION, commit: COMMIT },
      readers: () => readers.flatMap((reader) => reader.states()),
      outbox,
      sync,
      clock,
      relays,
    }
    served = await serveMetrics(config.metricsPort, sources, log)
  }

  let stopping: Promise<void> | null = null

  /** Nobody waits for it: a disk may take seconds for its first answer. */
  async function openOutbox(): Promise<void> {
    const recent = await outbox.open(suppressor.rebuildSince())
    if (held.areHeld) suppressor.rebuild(recent)
    held.release()
    onOpened()
    report('started')
    if (stopping === null) sync.start()
  }

  openOutbox().catch(onFatal)
  onRelaysChange = () => changes.relays.changed(relayDriver.state()?.error)
  inputs.start()
  void clock.start()
  for (const reader of readers) reader.start()
  sensors.start()
  host.start()
  void captureServer.start()
  void keyServer.start()
  const periodic = setInterval(() => report('periodic'), PERIODIC_STATUS_MS)

  async function stop(): Promise<void> {
    relays.stop()
    inputs.stop()
    clearInterval(periodic)
    sensors.stop()
    host.stop()
    served?.stop()
    captureServer.stop()
    keyServer.stop()
    await Promise.all(readers.map((reader) => reader.stop()))
    held.release()
    suppressor.stop()
    for (const change of Object.values(changes)) change.stop()
    clock.stop()
    await outbox.flush()
    await sync.stop(DRAIN_PATIENCE_MS)
    await outbox.close()
  }

  return {
    isHealthy: () => outbox.stuckMs < STUCK_MS,
    summary() {
      const open = readers.filter((reader) => reader.states()[0]?.state !== 'closed').length
      const why = sync.trouble === '' ? '' : `: ${sync.trouble}`
      const link = sync.isConnected ? 'connected' : `no hub${why}`
      const unsent = `${outbox.stats.unacked} unsent`
      const risk = isCleartext ? ', http: the key can be read on the way' : ''
      const state = `${open} of ${readers.length} readers, ${link}, ${unsent}${risk}`
      if (outbox.blocked === null) return state
      return `OUTBOX BLOCKED, ${outbox.waiting} entries in memory alone: ${outbox.blocked}; ${state}`
    },
    relaysOff: () => relays.stop(),
    stop: () => (stopping ??= stop()),
  }
}
