import Papa from 'papaparse'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { demoAssets } from '../../seed/demo-data.ts'
import { DEMO_VEHICLES } from '../../seed/demo-fleet.ts'
import { createAssets } from '../../store/assets/assets.ts'
import { insertRows } from '../../store/bulk.ts'
import { createTestHub, type TestHub } from '../../testing/test-hub.ts'
import { SESSION_COOKIE } from '../http/client/session-cookie.ts'

/** Files of other years are imported by these. */
const HEADS = '"plate";"model";"owner";"rfid_tag"'

let hub: TestHub
beforeEach(async () => {
  hub = await createTestHub()
  await createAssets(hub.db, demoAssets(), Date.now())
})
afterEach(() => hub.close())

it('gives the vehicles alone, to a browser that only has its cookie', async () => {
  const cookie = `${SESSION_COOKIE}=${await hub.tokenOf('operator')}`
  const response = await hub.call('GET', '/api/vehicles/export/csv', { headers: { cookie } })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="vehiculos.csv"')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.subarray(3).toString().split('\r\n')
  expect(lines[0]).toBe(HEADS)
  expect(lines).toHaveLength(1 + DEMO_VEHICLES.length)
  expect(lines.join()).toContain('"KLM482";"Renault Duster";"Carlos Rodríguez";"TEST-001"')
})

it('gives 20,000 vehicles whole, with no cell that a spreadsheet would run', async () => {
  const columns = [
    'type',
    'name',
    'plate',
    'rfid_tag',
    'owner',
    'created_at',
    'updated_at',
  ] as const
  const rows = Array.from({ length: 20_000 }, (_, i) => {
    return ['vehicle', `=HYPERLINK("http://x/${i}")`, `P${i}`, `CSV-${i}`, '@SUM(A1)', 1, 1]
  })
  await insertRows(hub.db, 'assets', columns, rows)
  const token = await hub.tokenOf('admin')
  const text = await (await hub.call('GET', '/api/vehicles/export/csv', { token })).text()
  const { data } = Papa.parse<string[]>(text.trim(), { delimiter: ';' })
  expect(data).toHaveLength(1 + DEMO_VEHICLES.length + 20_000)
  expect(data.find(([plate]) => plate === 'P19999')).toEqual([
    'P19999',
    `'=HYPERLINK("http://x/19999")`,
    `'@SUM(A1)`,
    'CSV-19999',
  ])
  expect(data.flat().filter((cell) => /^[=+\-@＝＋－＠\t\r\n]/.test(cell))).toEqual([])
})

it('gives a template with the columns to fill in', async () => {
  const token = await hub.tokenOf('admin')
  const response = await hub.call('GET', '/api/vehicles/export/csv?template=1', { token })
  expect((await response.text()).trim()).toBe(HEADS)
})

it('refuses what is neither, and whoever has no session', async () => {
  const token = await hub.tokenOf('admin')
  const wrong = await hub.call('GET', '/api/vehicles/export/csv?template=x', { token })
  expect(wrong.status).toBe(400)
  expect((await hub.call('GET', '/api/vehicles/export/csv')).status).toBe(401)
})
