import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainedStatements } from '../../testing/explained-statements.ts'
import { openTempSqlite } from '../../testing/temp-sqlite.ts'
import type { TempStore } from '../../testing/temp-store.ts'
import { devicesWithAlert, listContacts } from './agent-devices.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempSqlite()))
afterEach(() => store.close())

test('the devices to look at are found without reading those that are well', async () => {
  const { db, plans } = explainedStatements(store.db)
  await devicesWithAlert(db)
  const plan = (await plans()).flatMap((steps) => steps.split('\n'))
  const reads = new Set(plan.filter((detail) => /^(SCAN|SEARCH)/.test(detail)))
  expect([...reads].toSorted()).toEqual([
    'SCAN agent_devices USING INDEX agent_devices_alert',
    'SCAN agent_devices USING INDEX agent_devices_contacts',
    'SCAN agent_devices USING INDEX agent_devices_link',
  ])
})

test('the loops and barriers of all agents are found without reading their other devices', async () => {
  const { db, plans } = explainedStatements(store.db)
  await listContacts(db)
  expect((await plans()).join('\n')).toContain('USING INDEX agent_devices_contacts')
})
