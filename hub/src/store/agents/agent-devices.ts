import {
  type Alert,
  type BarrierState,
  type InputState,
  RelaysState,
  type SensorState,
  type StatusData,
} from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type CellsOf, isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AgentDeviceRow } from '../schema/agents.ts'

/** What a status entry reports of every device but the readers, and of the link to the hub. */
export type ReportedDevices = Required<Pick<StatusData, 'sensors' | 'inputs'>> &
  Pick<StatusData, 'barriers' | 'cleartext'> & { relays: RelaysState | null }

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
 * Stores the devices of some agents' last status entries, and deletes those that the entries no
 * longer name. A state that stays keeps its `since`. Unchanged rows are not written: most statuses
 * change one device or none. The caller holds the lock of these agents (`lockAgents`).
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

/** The devices that a status names; of several with one name, the last. */
function devicesOf({ agentId, devices, at }: StoredDevices): AgentDeviceRow[] {
  const { sensors, inputs, barriers = [], relays, cleartext } = devices
  const rows = new Map<string, AgentDeviceRow>()
  type Device = Pick<AgentDeviceRow, 'kind' | 'name' | 'state' | 'alert'>
  const add = (device: Device, report: object, since = at) => {
    const row = { agent_id: agentId, ...device, told: JSON.stringify(report), since }
    rows.set(`${device.kind} ${device.name}`, row)
  }
  for (const sensor of sensors) {
    const { source: name } = sensor
    // An alarm is a state of its own: its `since` is when the alarm began.
    const state = sensor.alarm === undefined ? sensor.state : 'alarm'
    add({ kind: 'sensor', name, state, alert: sensorAlert(sensor) }, sensor)
  }
  for (const input of inputs) {
    const state = input.active === null ? 'unknown' : input.active ? 'active' : 'rest'
    const kind = input.sense === 'loop' ? 'loop' : 'input'
    add({ kind, name: input.id, state, alert: alertOf(input) }, input)
  }
  for (const { name = '', position, leftOpenMs } of barriers) {
    const state: BarrierRowState = leftOpenMs === undefined ? position : 'left_open'
    const since = at - Math.round(leftOpenMs ?? 0)
    add({ kind: 'barrier', name, state, alert: null }, { position }, since)
  }
  if (relays !== null) {
    const [state, alert] =
      relays.error === undefined
        ? (['ready', null] as const)
        : (['failed', 'relays_failed'] as const)
    add({ kind: 'relays', name: '', state, alert }, relays)
    for (const relay of relays.named ?? []) {
      if (relay.error === undefined) continue
      add({ kind: 'relay', name: relay.name, state: 'unknown', alert: 'relays_failed' }, relay)
    }
  }
  if (cleartext) add({ kind: 'link', name: '', state: 'cleartext', alert: null }, {})
  return [...rows.values()]
}

/** A barrier's state in its row: where it is, or that it was left open there. */
type BarrierRowState = BarrierState['position'] | 'left_open'

/** The states of a barrier that are an alert. */
const BARRIER_ALERTS: Partial<Record<string, Alert['kind']>> = {
  left_open: 'barrier_left_open',
  contradictory: 'barrier_contradictory',
} satisfies Partial<Record<BarrierRowState, Alert['kind']>>

/** An alarm outranks a failure: a sensor that stopped answering may have measured smoke. */
function sensorAlert({ state, alarm }: SensorState): Alert['kind'] | null {
  if (alarm !== undefined) return 'sensor_alarm'
  return state === 'stale' ? 'sensor_stale' : null
}

/** An unreadable input is an alert whatever its rule; an active one only where it means fire. */
function alertOf({ rule, active }: InputState): Alert['kind'] | null {
  if (active === null) return 'input_failed'
  return active && rule === 'fire' ? 'input_fire' : null
}

/** The relays of an agent as it last reported them; undefined where it never did. */
export async function relaysOf(db: Db, agentId: number): Promise<AgentDeviceRow | undefined> {
  return await db
    .selectFrom('agent_devices')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('kind', '=', 'relays')
    .where('name', '=', '')
    .executeTakeFirst()
}

/** False where the agent last reported its relays without a fault, and this is none of them. */
export async function mayHaveRelay(
  db: Db,
  agentId: number,
  relay: number | string,
): Promise<boolean> {
  const row = await relaysOf(db, agentId)
  return row === undefined || mayBeAmong(RelaysState.parse(JSON.parse(row.told)), relay)
}

/**
 * True where a relay, given by its pin or its name, is among those that an edge reports, or these
 * cannot be moved and may be any.
 */
export function mayBeAmong({ pins, named, error }: RelaysState, relay: number | string): boolean {
  if (error !== undefined || pins.some((pin) => pin === relay)) return true
  // Of an edge without names, or stored by a hub that knew none: the edge itself refuses a wrong one.
  if (named === undefined) return typeof relay === 'string'
  return named.some(({ name }) => name === relay)
}

/** The devices of all agents, in the order of their names. */
export function listDevices(db: Db): Promise<AgentDeviceRow[]> {
  return db.selectFrom('agent_devices').selectAll().orderBy('kind').orderBy('name').execute()
}

/** As the index has it, literally: SQLite uses a partial index for nothing else. */
const IS_CONTACT = sql<boolean>`kind in ('barrier', 'loop')`

/** The loops and barriers of all agents, in the order of their names. */
export function listContacts(db: Db): Promise<AgentDeviceRow[]> {
  return db.selectFrom('agent_devices').selectAll().where(IS_CONTACT).orderBy('name').execute()
}

/** Devices that a person should look at. */
export async function devicesWithAlert(
  db: Db,
): Promise<(AgentDeviceRow & { alert: Alert['kind'] })[]> {
  // A union, so that each side uses its own index: for an «or» of the two SQLite uses none, and it
  // uses a partial index only where the statement states the index's condition literally.
  const cleartextLinks = db
    .selectFrom('agent_devices')
    .selectAll()
    .where('kind', '=', sql.lit('link'))
    .where('alert', 'is', null)
  const barriers = db
    .selectFrom('agent_devices')
    .selectAll()
    .where(IS_CONTACT)
    .where('kind', '=', 'barrier')
    .where('state', 'in', Object.keys(BARRIER_ALERTS))
    .where('alert', 'is', null)
  const rows = await db
    .selectFrom('agent_devices')
    .selectAll()
    .where('alert', 'is not', null)
    .unionAll(cleartextLinks)
    .unionAll(barriers)
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return rows.map((row) => {
    const own = row.kind === 'relay' ? 'relay_failed' : BARRIER_ALERTS[row.state]
    return { ...row, alert: own ?? row.alert ?? 'cleartext' }
  })
}
