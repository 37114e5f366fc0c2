import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { NewCommand } from '../store/commands/relay-commands.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { CommandRecords } from './command-records.ts'

let lines: { msg: string; agent?: string; refused?: string; command?: { id: string } }[]
let store: TempStore
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
beforeEach(async () => {
  lines = []
  store = await openTempStore()
})
afterEach(() => store.close())

const asked = (id: string): NewCommand => ({
  id,
  agent_id: 1,
  pin: 17,
  relay: null,
  state: 1,
  duration_ms: 5000,
  actor: 'guardia@demo.local',
  address: '10.0.0.9',
  created_at: 1000,
  replica: 'r1',
})

it('leaves in the log who asked for what, when the database never takes it', async () => {
  const records = new CommandRecords({ db: store.db, log })
  await store.db.schema.dropTable('relay_commands').execute()
  for (const id of ['c1', 'c2']) records.attempted('gate-1', asked(id), 'unavailable')
  await records.stop()
  expect(await store.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
  const told = lines.filter(({ refused }) => refused === 'unavailable')
  expect(told.map(({ agent, command }) => [agent, command?.id])).toEqual([
    ['gate-1', 'c1'],
    ['gate-1', 'c2'],
  ])
})
