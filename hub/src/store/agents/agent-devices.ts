import type {
  Alert,
  InputState,
  RelaysState,
  SensorState,
  StatusData,
} from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type CellsOf, isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AgentDeviceRow } from '../schema/agents.ts'

/** What a status entry tells of the devices that are no readers, and of the way to the hub. */
export type ReportedDevices = Required<Pick<StatusData, 'sensors' | 'inputs'>> &
  Pick<StatusData, 'cleartext'> & { relays: RelaysState | null }

interface StoredDevices {
  agentId: number
  devices: ReportedDevices
  at: number
}

const CELLS: CellsOf<'agent_devices', AgentDeviceRow> = {
  agent_id: (d) => d.agent_id,
  kind: (d) => d.kind,
  name: (d) => d.name,
  state: (d) => d.state,
  alert: (d) => d.alert,
  told: (d) => d.told,
  since: (d) => d.since,
}
const COLUMNS = Object.keys(CELLS) as (keyof typeof CELLS)[]
const KEY = ['agent_id', 'kind', 'name'] as const

/**
 * Stores the devices of some agents' last status entries; those that they no longer name are
 * deleted. A state that stays keeps its beginning. What is as it was is not written: most statuses
 * change one device or none. Nobody else may write devices of these agents meanwhile (`lockAgents`).
 */
export async function saveDevices(db: Db, statuses: readonly StoredDevices[]): Promise<void> {
  const ids = statuses.map((s) => s.agentId)
  const known = await db
    .selectFrom('agent_devices')
    .selectAll()
    .where(isOneOf(db, sql.ref('agent_id'), ids))
    .execute()
  const gone = new Map(known.map((row) => [keyOf(row), row]))
  const changed: AgentDeviceRow[] = []
  for (const row of statuses.flatMap(devicesOf)) {
    const before = gone.get(keyOf(row))
    gone.delete(keyOf(row))
    if (before?.told === row.told && before.state === row.state && before.alert === row.alert) {
      continue
    }
    changed.push(before?.state === row.state ? { ...row, since: before.since } : row)
  }
  if (gone.size > 0) {
    const keys = [...gone.values()].map((row) => KEY.map((c) => CELLS[c](row)))
    await sql`delete from agent_devices where (${refsOf(KEY)}) in (${rowsOf(db, KEY, keys)})`.execute(
      db,
    )
  }
  if (changed.length === 0) return
  const rows = changed.map((row) => COLUMNS.map((c) => CELLS[c](row)))
  await sql`insert into agent_devices (${refsOf(COLUMNS)}) ${rowsOf(db, COLUMNS, rows)}
    on conflict (${refsOf(KEY)}) do update set state = excluded.state, alert = excluded.alert,
      told = excluded.told, since = excluded.since`.execute(db)
}

const refsOf = (columns: readonly string[]) => sql.join(columns.map((c) => sql.ref(c)))
const keyOf = ({ agent_id, kind, name }: AgentDeviceRow) => `${agent_id} ${kind} ${name}`

/** The devices that a status names, the last of each name. */
function devicesOf({ agentId, devices, at }: StoredDevices): AgentDeviceRow[] {
  const { sensors, inputs, relays, cleartext } = devices
  const rows = new Map<string, AgentDeviceRow>()
  type Device = Pick<AgentDeviceRow, 'kind' | 'name' | 'state' | 'alert'>
  const add = (device: Device, told: object) => {
    const row = { agent_id: agentId, ...device, told: JSON.stringify(told), since: at }
    rows.set(`${device.kind} ${device.name}`, row)
  }
  for (const sensor of sensors) {
    const { source: name } = sensor
    // An alarm is a state with a beginning of its own.
    const state = sensor.alarm === undefined ? sensor.state : 'alarm'
    add({ kind: 'sensor', name, state, alert: sensorAlert(sensor) }, sensor)
  }
  for (const input of inputs) {
    const state = input.active === null ? 'unknown' : input.active ? 'active' : 'rest'
    add({ kind: 'input', name: input.id, state, alert: alertOf(input) }, input)
  }
  if (relays !== null) {
    const [state, alert] =
      relays.error === undefined
        ? (['ready', null] as const)
        : (['failed', 'relays_failed'] as const)
    add({ kind: 'relays', name: '', state, alert }, relays)
  }
  if (cleartext) add({ kind: 'link', name: '', state: 'cleartext', alert: null }, {})
  return [...rows.values()]
}

/** What alarms goes before what fails: a sensor that stopped answering may have measured smoke. */
function sensorAlert({ state, alarm }: SensorState): Alert['kind'] | null {
  if (alarm !== undefined) return 'sensor_alarm'
  return state === 'stale' ? 'sensor_stale' : null
}

/** A line that only reports may rest or not; one that a rule hangs on must be readable. */
function alertOf({ rule, active }: InputState): Alert['kind'] | null {
  if (active === null) return 'input_failed'
  return active && rule === 'fire' ? 'input_fire' : null
}

/** The devices of all agents, in the order of their names. */
export function listDevices(db: Db): Promise<AgentDeviceRow[]> {
  return db.selectFrom('agent_devices').selectAll().orderBy('kind').orderBy('name').execute()
}

/** Devices that a person should look at. */
export async function troubledDevices(
  db: Db,
): Promise<(AgentDeviceRow & { alert: Alert['kind'] })[]> {
  // Each side by an index of its own: SQLite takes none for a condition that joins them by «or», and
  // its partial ones only for what the statement itself says.
  const inClear = db
    .selectFrom('agent_devices')
    .selectAll()
    .where('kind', '=', sql.lit('link'))
    .where('alert', 'is', null)
  const rows = await db
    .selectFrom('agent_devices')
    .selectAll()
    .where('alert', 'is not', null)
    .unionAll(inClear)
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, alert: row.alert ?? 'cleartext' }))
}
