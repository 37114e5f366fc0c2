import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logOfScan, makeRead } from '../../testing/reads.ts'
import { createShape } from './shape-check.ts'
import { writeShape } from './write-shape.ts'

/** The part of a schema that these tests call. */
interface Schema {
  toJSONSchema(): unknown
  safeParse(value: unknown): { success: boolean }
}

const FILES = import.meta.glob<Record<string, Schema>>('../*/*shapes.ts', { eager: true })
const SHAPES: Record<string, Schema> = Object.assign({}, ...Object.values(FILES))
const SCAN = makeRead('a-1', Date.parse('2026-03-10T17:00:00.000Z'))
const PLACED = {
  id: 1,
  ...SCAN.agent,
  lat: 4.7,
  lng: null,
  online: true,
  last_seen: null,
  connected: false,
}
const AGENT = {
  ...PLACED,
  last_ip: '10.0.0.7',
  readings_count: 3,
  quarantine: {
    known: { address: null, hardware_serial: null, at: SCAN.ts },
    claimant: { address: '10.0.0.8', hardware_serial: 'x', at: SCAN.ts },
  },
}
const READER = { id: 'gate', type: 'line', path: '/dev/ttyUSB0', state: 'open', simulated: false }
const VEHICLE = { id: 1, plate: 'A-1', model: 'M', owner: null, rfid_tag: 'T', updated_at: SCAN.ts }
const ASSET = {
  id: 1,
  type: 'product',
  name: 'Silla',
  plate: null,
  rfid_tag: 'T',
  owner: 'A',
  location: null,
  photo_url: null,
  updated_at: SCAN.ts,
}
const LOG = {
  id: 'a-1',
  uid: 'T',
  read_at: SCAN.ts,
  received_at: SCAN.ts,
  plate: null,
  model: null,
  owner: null,
  agent_code: 'a',
  agent_name: 'A',
  agent_location: null,
  reader: 'gate',
  antenna: null,
  rssi: null,
  retired_from: { asset_id: 1, name: 'A-1' },
  clock_ok: true,
  late: false,
}
const GOOD: Record<string, unknown> = {
  AgentCreated: { apiKey: 'k', agent: AGENT },
  AgentDetailList: {
    agents: [
      {
        ...AGENT,
        version: null,
        clock: 'hub',
        outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
        readers: [{ ...READER, error: null, warning: 'return loss' }],
        sensors: [{ source: 's', types: ['temp'], state: 'ok', error: null, since: SCAN.ts }],
        inputs: [{ id: 'i', pin: 5, rule: 'fire', active: null, error: 'x', since: SCAN.ts }],
        relays: { driver: 'd', simulated: true, pins: [17], error: null, since: SCAN.ts },
        health: [{ metric: 'cpu_temp', value: 61.5, unit: '°C', at: SCAN.ts }],
        lost: 0,
        updated_at: SCAN.ts,
      },
    ],
  },
  AgentList: { agents: [AGENT] },
  AgentUpdated: { agent: AGENT },
  AlertList: {
    alerts: [{ kind: 'gap', agent: { code: 'a', name: 'A' }, since: SCAN.ts, detail: null }],
  },
  Asset: ASSET,
  AssetActivity: {
    asset: ASSET,
    from: SCAN.ts,
    total: 3,
    first_seen: null,
    last_seen: SCAN.ts,
    gates: [{ code: 'a', name: 'A', total: 3, hours: [0, 3] }],
    versions: [
      {
        type: 'vehicle',
        name: 'Duster',
        plate: 'A-1',
        owner: null,
        rfid_tag: 'T',
        from: SCAN.ts,
        until: null,
        first_seen: null,
        last_seen: SCAN.ts,
      },
    ],
    newest: [],
    before: { total: 1, capped: false, newest: [LOG] },
  },
  AssetList: { items: [ASSET], total: 1 },
  EnrollToken: { token: 't', expiresAt: SCAN.ts },
  KeyRotated: { apiKey: 'k' },
  RelayCommandIssued: { id: 'c' },
  RelayCommandList: {
    commands: [
      {
        id: 'c',
        pin: 17,
        state: 1,
        duration: null,
        actor: 'a@b.co',
        address: null,
        created_at: SCAN.ts,
        ok: true,
        reason: 'done',
        on_ms: 5,
        finished_at: null,
      },
    ],
  },
  TelemetrySeries: { series: [{ bucket: SCAN.ts, avg: 21.5 }], source: 'a', sources: ['a', 'b'] },
  UploadResponse: { url: '/api/photos/a.webp' },
  Vehicle: VEHICLE,
  VehicleImported: { results: [{ id: null, error: 'duplicate', message: 'x', same: false }] },
  VehicleList: { items: [VEHICLE], total: 1 },
  ErrorBody: { error: 'duplicate', message: 'x', issues: [{ path: 'tag', message: 'x' }] },
  LoginResponse: {
    token: 't',
    user: { id: 1, email: 'a@b.co', name: 'A', role: 'admin', kiosk: false, second_factor: 'off' },
  },
  DailyResponse: { days: [{ day: '2026-03-10', total: 3 }] },
  HeatmapResponse: { cells: [{ dow: 0, hr: 23, total: 3 }] },
  HourlyResponse: { unit: 'hour', hours: [{ hour: SCAN.ts, total: 3 }] },
  OwnSessions: {
    items: [
      {
        id: 3,
        current: true,
        device: 'Chrome · Windows',
        address: null,
        created_at: SCAN.ts,
        last_used_at: SCAN.ts,
        expires_at: SCAN.ts,
      },
    ],
  },
  RecoveryCodes: { ok: true, recovery_codes: ['ABCD-EFGH'] },
  SecondFactor: { enabled: true, required: false, recovery_codes_left: 3 },
  SecondFactorOffer: { secret: 'ABCD', uri: 'otpauth://totp/x' },
  SessionsEnded: { ok: true, ended: 2 },
  LogsResponse: { logs: [logOfScan(SCAN)], total: 1, capped: false, truncated: false },
  MapAgents: { agents: [{ ...PLACED, today: 3, suppressed: 0 }] },
  PublicConfig: {
    demoLogin: { email: 'a', password: 'b' },
    timeZone: 'UTC',
    version: '1',
    siteName: 'Patio sur',
    mailer: true,
    tiles: {
      attribution: { text: '© A', url: null },
      minZoom: 0,
      maxZoom: 19,
      offline: true,
      available: false,
    },
  },
  RfidStatus: { connected: true, simulate: false, port: null },
  ScanEvent: { ...SCAN, vehicle: null },
  SuppressedEvent: { ...SCAN, count: 2 },
  SuppressWindow: { ms: 60_000 },
  TodayResponse: {
    day: '2026-03-10',
    from: SCAN.ts,
    until: SCAN.ts,
    reads: 3,
    suppressed: 1,
    agents: [
      {
        code: 'gate',
        reads: 3,
        suppressed: 1,
      },
    ],
    through: [
      {
        epoch: 'a',
        seq: 4,
      },
    ],
  },
  TopVehiclesResponse: { top: [{ plate: null, model: 'M', owner: 'A', total: 3 }] },
}

/** The value with one member at some depth replaced or removed. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  const junk = fc.constantFrom(undefined, null, '', 'x', 0, 1.5, -3, NaN, 2 ** 60, true, [], {})
  if (typeof value !== 'object' || value === null) return junk
  const entries = Object.entries(value)
  const inside = entries.map(([key, one]) =>
    damaged(one).map((replaced): unknown => {
      if (Array.isArray(value)) return [replaced]
      const { [key]: _, ...rest } = { ...value } as Record<string, unknown>
      return replaced === undefined ? rest : { ...rest, [key]: replaced }
    }),
  )
  return fc.oneof(junk, ...inside)
}

describe('written-out shapes', () => {
  it('have each a good value here', () => {
    expect(Object.keys(SHAPES).sort()).toEqual(Object.keys(GOOD).sort())
  })

  it.each(Object.entries(SHAPES))('%s takes and refuses what the schema does', (name, schema) => {
    const written = createShape(writeShape(schema.toJSONSchema()))
    const value = GOOD[name]
    expect(schema.safeParse(value).success).toBe(true)
    expect(written.safeParse(value)).toEqual({ success: true, data: value })
    fc.assert(
      fc.property(damaged(value), (bad) => {
        expect(written.safeParse(bad).success).toBe(schema.safeParse(bad).success)
      }),
      { numRuns: runs(300) },
    )
  })

  it('refuses to write a rule that it would not check', () => {
    expect(() => writeShape({ type: 'string', pattern: 'x' })).toThrow('pattern')
    expect(() => writeShape({ type: 'object', properties: { a: { $ref: '#' } } })).toThrow()
  })
})
