import { join } from 'node:path'
import type { ConfigError, TelemetryData } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { GateAccess } from './access/gate-access.ts'
import { CAPTURE_SOCKET } from './capture/capture-line.ts'
import { CaptureServer } from './capture/capture-server.ts'
import { ReaderCaptures } from './capture/reader-captures.ts'
import { readBootId } from './clock/boot-id.ts'
import { type Clock, createClock } from './clock/clock.ts'
import { describeStep } from './clock/describe-step.ts'
import { monotonicMs } from './clock/monotonic.ts'
import { isNtpSynced } from './clock/ntp-sync.ts'
import { systemTimers } from './clock/timers.ts'
import type { EdgeConfig } from './config.ts'
import { createCredentials, durableJoin, identityOf, updateIdentity } from './enroll/credentials.ts'
import { readHardwareSerial } from './enroll/hardware-serial.ts'
import { TakesOfHub } from './enroll/hub-takes.ts'
import { openIdentityStore } from './enroll/identity.ts'
import { KeyServer } from './enroll/key-server.ts'
import type { NewEntry, StampedEntry } from './entry.ts'
import { HostWatch } from './health/host/host-watch.ts'
import { StatusReports } from './health/status-reports.ts'
import { summaryOf } from './health/summary.ts'
import { Inputs } from './inputs/inputs.ts'
import { openInputPort } from './inputs/open-port.ts'
import type { EdgeMetrics } from './metrics/edge-metrics.ts'
import { loadMetrics, openMetrics } from './metrics/open-metrics.ts'
import { Outbox } from './outbox/outbox.ts'
import { openReader } from './readers/open-reader.ts'
import type { Reader } from './readers/reader.ts'
import { openRelays } from './relays/open-relays.ts'
import type { RelayBoard } from './relays/relay-board.ts'
import { createSensors, describeSensor } from './sensors/sensors.ts'
import { HeldReads, TimedSuppressor } from './suppress/timed-suppressor.ts'
import { hubLink } from './sync/plain-http.ts'
import { Sync } from './sync/sync.ts'
import { CLOCK_NOT_SET } from './sync/trouble.ts'
import { COMMIT, VERSION } from './version.ts'

/** A stop waits this long for the hub to ack what is left. */
const DRAIN_TIMEOUT_MS = 3000
/** Backlog in memory at which readers slow down: a few commits, so that results wait no longer. */
const CROWDED_ENTRIES = 2000
/** A disk silent for this long hangs; any other fault of this length needs a restart. */
const STUCK_MS = 60_000

export interface Edge {
  /** False when reads can no longer become durable; the watchdog then restarts the edge. */
  isHealthy(): boolean
  /** One line for `systemctl status`. */
  summary(): string
  /** Switches every relay off for good. For an end of the process without `stop`. */
  relaysOff(): void
  /**
   * Switches the relays off, stops the readers, makes everything durable and sends it, if the hub
   * is connected, within 3 s.
   */
  stop(): Promise<void>
}

/** What every part of the edge is built with. */
interface EdgeContext {
  config: EdgeConfig
  log: Logger
  bootId: string
  clock: Clock
  reports: StatusReports
  onFatal: (error: ConfigError) => void
}

/**
 * Puts the edge together: reader → suppress → outbox → sync, and sync → relays on the way back. Each
 * part is given those that it passes data to, so they are built from the far end and stopped the
 * other way round.
 *
 * @throws ConfigError
 */
export async function startEdge(
  config: EdgeConfig,
  log: Logger,
  onFatal: (error: ConfigError) => void,
): Promise<Edge> {
  const bootId = readBootId()
  const reports = new StatusReports(systemTimers)
  const clock = openClock(bootId, reports, log)
  const context: EdgeContext = { config, log, bootId, clock, reports, onFatal }
  const outbox = createOutbox(context)
  const write = (kind: NewEntry['kind'], data: object) => outbox.append(stamped(clock, kind, data))
  const sample = (data: TelemetryData) => write('telemetry', data)

  // Nothing above waits or can fail: relays go off before anything that is slow.
  const opened = await openRelays({
    config: config.relays,
    log,
    bootId,
    monotonic: monotonicMs,
    timers: systemTimers,
    begin: (command) => outbox.beginCommand(command),
    report: (result) => write('command_result', result),
    onChange: (error) => reports.changed('relays', error),
  })
  const { relays } = opened

  const metrics = await loadMetrics(config.metricsPort, { version: VERSION, commit: COMMIT })
  outbox.on('committed', ({ epoch, rows }) => {
    metrics?.committed(rows)
    if (log.isLevelEnabled('debug'))
      log.debug({ epoch, kinds: rows.map((r) => r.kind) }, 'committed')
  })
  const store = await openIdentityStore(config.dataDir, log)
  const credentials = createCredentials(config, store, log)

  const suppressor = new TimedSuppressor({
    windowMs: identityOf(store, config.agentCode)?.suppressWindowMs,
    monotonic: monotonicMs,
    timers: systemTimers,
    // Hot path: one object literal an entry.
    onEntries(entries) {
      metrics?.passed(entries)
      for (const { kind, mono, data } of entries) {
        const { at, clock: quality } = clock.stamp(mono)
        outbox.append({ kind, mono, data, at, clock: quality })
      }
    },
  })
  const takes = new TakesOfHub(store, config.agentCode, log)
  const access = new GateAccess({
    outbox,
    log,
    clock,
    timers: systemTimers,
    isTaken: () => takes.has('decision'),
  })
  const link = { outbox, credentials, store, suppressor, relays, access, takes }
  const sync = createSync(context, link)
  outbox.sendTo(sync)

  const held = new HeldReads((read, wasHeld) => {
    const isLastEntry = suppressor.offer(read)
    if (!wasHeld) access.sighted({ read, isLastEntry })
  })
  const captures = new ReaderCaptures({ readers: config.readers, monotonic: monotonicMs })
  const readers = await openReaders(context, { held, captures, outbox, access })
  const { sensors, inputs, host } = createDevices(context, { relays, metrics, sample })

  const states = () => readers.flatMap((reader) => reader.states())
  const captureServer = new CaptureServer({
    path: join(config.dataDir, CAPTURE_SOCKET),
    captures,
    states,
    log,
  })
  const keyServer = new KeyServer({
    dataDir: config.dataDir,
    credentials,
    reconnect: (reason) => sync.reconnect(reason),
    log,
  })
  metrics?.watch({ readers: states, outbox, sync, clock, relays })
  const served = await openMetrics(config.metricsPort, metrics, log)

  const isCleartext = hubLink(config) === 'cleartext'
  const parts = { readers, sensors, inputs, relays: opened, clock, outbox, suppressor }
  reports.begin({ version: VERSION, ...parts, isCleartext }, (data) => write('status', data))
  let stopping: Promise<void> | null = null
  /** Not awaited: a disk may take seconds for its first answer. */
  async function openOutbox(): Promise<void> {
    const recent = await outbox.open(suppressor.rebuildSince())
    if (held.isHolding) suppressor.rebuild(recent)
    held.release()
    reports.report('started')
    if (stopping === null) void access.open()
    if (stopping === null) sync.start()
  }

  openOutbox().catch(onFatal)
  void clock.start()
  inputs.start()
  for (const reader of readers) reader.start()
  sensors.start()
  host.start()
  void captureServer.start()
  void keyServer.start()

  async function stop(): Promise<void> {
    // A pin keeps its level: whatever else hangs, the relays are off.
    const areOff = relays.stop()
    served?.stop()
    keyServer.stop()
    captureServer.stop()
    host.stop()
    sensors.stop()
    inputs.stop()
    await Promise.all(readers.map((reader) => reader.stop()))
    held.release()
    suppressor.stop()
    access.stop()
    reports.stop()
    clock.stop()
    await areOff
    await outbox.flush()
    await sync.stop(DRAIN_TIMEOUT_MS)
    await outbox.close()
  }

  return {
    isHealthy: () => outbox.stuckMs < STUCK_MS,
    summary: () => summaryOf({ readers, sync, outbox, isCleartext, access }),
    relaysOff: () => void relays.stop(),
    stop: () => (stopping ??= stop()),
  }
}

function openClock(bootId: string, reports: StatusReports, log: Logger): Clock {
  return createClock({
    log,
    bootId,
    monotonic: monotonicMs,
    isSynced: isNtpSynced,
    onStep: (stepMs) =>
      reports.report('clock', `the wall clock stepped by ${stepMs} ms: ${describeStep(stepMs)}`),
    // At once: until then the hub raises an alert for a clock that nobody has set.
    onQualityChange: (quality) => reports.report('periodic', `the clock is ${quality}`),
  })
}

/** An entry with the present time. */
function stamped(clock: Clock, kind: NewEntry['kind'], data: object): StampedEntry {
  const mono = monotonicMs()
  const { at, clock: quality } = clock.stamp(mono)
  return { kind, mono, data, at, clock: quality }
}

function createOutbox({ config, log, bootId, clock, reports, onFatal }: EdgeContext): Outbox {
  return new Outbox({
    file: join(config.dataDir, 'outbox.db'),
    agentCode: config.agentCode,
    boot: bootId,
    monotonic: monotonicMs,
    onNotice(notice) {
      const isFull = notice.event === 'outbox_full'
      log.error(notice, isFull ? 'the outbox is full' : 'the outbox was reopened')
      reports.report(notice.event, notice.detail)
    },
    onBlocked(message) {
      if (message === null) log.info('the outbox takes entries again')
      else log.error({ reason: message }, 'the outbox takes nothing; entries wait in memory')
      reports.report('outbox_blocked', message ?? 'it takes entries again')
    },
    onFatal,
    stampGap: (counts, reason) => stamped(clock, 'gap', { from: null, to: null, counts, reason }),
  })
}

/** The connection to the hub: entries go out over it, settings and commands come in. */
function createSync(
  { config, log, bootId, clock, reports, onFatal }: EdgeContext,
  to: {
    outbox: Outbox
    credentials: ReturnType<typeof createCredentials>
    store: Awaited<ReturnType<typeof openIdentityStore>>
    suppressor: TimedSuppressor
    relays: RelayBoard
    access: GateAccess
    takes: TakesOfHub
  },
): Sync {
  const { outbox, credentials, store, suppressor, relays, access, takes } = to
  const hardwareSerial = readHardwareSerial()
  return new Sync({
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
    onTakes: (names) => takes.note(names),
    onAccess: (frame, send) => access.take(frame, send),
    onReconnected(trouble) {
      if (trouble.startsWith(CLOCK_NOT_SET)) {
        reports.report('periodic', `the hub was away: ${trouble}`)
      }
    },
    onCommand(command, quarantined) {
      if (quarantined) relays.refuse(command)
      else void relays.handle(command)
    },
    onFatal,
  })
}

async function openReaders(
  { config, log, clock, reports }: EdgeContext,
  to: { held: HeldReads; captures: ReaderCaptures; outbox: Outbox; access: GateAccess },
): Promise<Reader[]> {
  const { held, captures, outbox, access } = to
  const readers: Reader[] = []
  const disk = {
    get isBlocked() {
      return outbox.isBlocked
    },
    get hasRoom() {
      return outbox.waiting < CROWDED_ENTRIES
    },
    durable: () => held.released.then(() => outbox.durable()),
  }
  const events = {
    onRead: held.offer.bind(held),
    onStateChange() {
      reports.changed('reader')
      const states = readers.flatMap((one) => one.states())
      captures.changed(states)
      access.readersChanged(states)
    },
  }
  for (const reader of config.readers) {
    readers.push(
      await openReader(reader, {
        log,
        monotonic: monotonicMs,
        timers: systemTimers,
        stamp: (mono) => clock.stamp(mono),
        secret: (name) => process.env[name]?.trim() ?? '',
        events,
        tap: captures,
        disk,
      }),
    )
  }
  return readers
}

/** Sensors, inputs and the machine itself: the sources of telemetry. Inputs also move relays. */
function createDevices(
  { config, log, reports }: EdgeContext,
  {
    relays,
    metrics,
    sample,
  }: {
    relays: RelayBoard
    metrics: EdgeMetrics | null
    sample: (data: TelemetryData) => void
  },
): { sensors: ReturnType<typeof createSensors>; inputs: Inputs; host: HostWatch } {
  const sensors = createSensors({
    configs: config.sensors,
    monotonic: monotonicMs,
    openLine: (wiring) => openInputPort(wiring, { ...config, monotonic: monotonicMs }),
    timers: systemTimers,
    log,
    onSample: sample,
    onStateChange: (state) => reports.changed('sensor', describeSensor(state)),
  })
  const inputs = new Inputs({
    inputs: config.inputs,
    board: relays,
    relays: config.relays,
    dataDir: config.dataDir,
    monotonic: monotonicMs,
    timers: systemTimers,
    log,
    onSample: sample,
    report: (detail) => reports.changed('input', detail),
  })
  const host = new HostWatch({
    dataDir: config.dataDir,
    timers: systemTimers,
    onSample(data) {
      metrics?.measured(data)
      sample(data)
    },
  })
  return { sensors, inputs, host }
}
