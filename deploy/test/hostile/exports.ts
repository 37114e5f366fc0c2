import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { hubMetrics } from '../bench/hub-health.ts'
import { OtherGate } from './floods/other-gate.ts'
import type { Attack } from './attack.ts'
import type { Caller, Target } from './target.ts'

const VEHICLES = 100_000
const VEHICLES_OF_SUITE = 3000
const SESSIONS = ['operator', 'admin', 'superadmin', 'clerk'] as const satisfies readonly Caller[]
const PATHS = ['/api/vehicles/export/csv', '/api/vehicles/export/csv', '/api/rfid/logs?limit=20000']
const LOOP_P99_MS = 50
const PRESS_P99_MS = 100

/** Has four people ask for a dozen and more exports at once, each again and again, while a guard presses. */
export async function openExports(target: Target, isShort: boolean): Promise<Attack> {
  await addVehicles(target.database, isShort ? VEHICLES_OF_SUITE : VEHICLES)
  await hubMetrics(target.client)
  const gate = await OtherGate.open(target.client, 'puerta-exporta')
  let bytes = 0

  const attack: Attack = async (chance, attempt, n) => {
    const caller = SESSIONS[n % SESSIONS.length] ?? 'admin'
    const token = await target.tokenOf(caller)
    const answer = await fetch(new URL(chance.pick(PATHS), target.url), {
      headers: { authorization: `Bearer ${token}` },
    })
    bytes += (await answer.arrayBuffer()).byteLength
    attempt.count(answer.status)
    if (answer.status === 401) target.forgetToken(caller)
  }
  attack.end = async (attempt) => {
    const { pressed, refused, lost, late, atGate } = await gate.end()
    const { p99Ms, longestMs } = await hubMetrics(target.client)
    if (lost > refused) attempt.fault(`${lost - refused} of ${pressed} commands were lost`)
    if (late > 0) attempt.fault(`${late} commands came after their time`)
    if (!isShort && atGate.p99 > PRESS_P99_MS) {
      attempt.fault(`a press took ${atGate.p99.toFixed(0)} ms to its gate (p99)`)
    }
    if (!isShort && p99Ms > LOOP_P99_MS) attempt.fault(`event loop p99 ${p99Ms.toFixed(0)} ms`)
    return (
      `exports of ${(bytes / 1e6).toFixed(0)} MB; of ${pressed} commands meanwhile ${refused} refused, ` +
      `${late} late and ${lost - refused} lost, at the gate after p50 ${atGate.p50.toFixed(0)}, ` +
      `p99 ${atGate.p99.toFixed(0)}, longest ${atGate.longest.toFixed(0)} ms; ` +
      `event loop p99 ${p99Ms.toFixed(0)}, longest ${longestMs.toFixed(0)} ms`
    )
  }
  return attack
}

/** Puts vehicles into a hub's database behind its back: by calls that would take minutes. */
async function addVehicles(database: string, count: number): Promise<void> {
  const texts = `'vehicle', 'Carro', 'EXP' || n, 'E280EXP' || n, 'Propietaria Número ' || n, 1, 1`
  const insert = `insert into assets (type, name, plate, rfid_tag, owner, created_at, updated_at)`
  if (!database.startsWith('postgres:')) {
    const db = new SqliteDatabase(database, { timeout: 10_000 })
    const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers limit ${count})`
    db.exec(`${insert} ${numbers} select ${texts} from numbers`)
    db.close()
    return
  }
  const client = new pg.Client(database)
  await client.connect()
  await client.query(`${insert} select ${texts} from generate_series(1, ${count}) as n`)
  await client.end()
}
