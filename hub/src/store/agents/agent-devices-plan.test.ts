import type { CompiledQuery, KyselyPlugin, RootOperationNode } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTempSqlite } from '../../testing/temp-sqlite.ts'
import type { TempStore } from '../../testing/temp-store.ts'
import { troubledDevices } from './agent-devices.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempSqlite()))
afterEach(() => store.close())

test('the devices to look at are found without reading those that are well', async () => {
  const nodes: RootOperationNode[] = []
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await troubledDevices(store.db.withPlugin(watch))
  const executor = store.db.getExecutor()
  const plan: string[] = []
  for (const node of nodes) {
    const query: CompiledQuery = executor.compileQuery(node, { queryId: 'plan' })
    const { rows } = await store.db.executeQuery<{ detail: string }>({
      ...query,
      sql: `explain query plan ${query.sql}`,
    })
    plan.push(...rows.map((row) => row.detail))
  }
  const reads = new Set(plan.filter((detail) => /^(SCAN|SEARCH)/.test(detail)))
  expect([...reads].toSorted()).toEqual([
    'SCAN agent_devices USING INDEX agent_devices_alert',
    'SCAN agent_devices USING INDEX agent_devices_link',
  ])
})
