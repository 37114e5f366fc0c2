import type { AssetTagEvent, Vehicle } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
let told: AssetTagEvent[]
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
  told = []
  hub.bus.on('assetTags', (tags) => told.push(...tags))
})
afterEach(() => hub.close())

const call = (method: string, path: string, body?: object) =>
  hub.call(method, path, { token, body })
const car = { plate: 'KLM482', model: 'Duster', rfid_tag: 'TAG-1' }

it('whose a tag is is told as it is saved, and that it is nobody’s as it is taken away', async () => {
  const made = (await (await call('POST', '/api/vehicles', car)).json()) as Vehicle
  const asset = { asset_id: made.id, name: 'KLM482' }
  expect(told.splice(0)).toEqual([{ uid: 'TAG-1', asset }])
  await call('PUT', `/api/vehicles/${made.id}`, { ...car, rfid_tag: 'TAG-2' })
  expect(told.splice(0)).toEqual([
    { uid: 'TAG-1', asset: null },
    { uid: 'TAG-2', asset },
  ])
  await call('DELETE', `/api/vehicles/${made.id}`)
  expect(told.splice(0)).toEqual([{ uid: 'TAG-2', asset: null }])
  const chair = { type: 'furniture', name: 'Silla', rfid_tag: 'TAG-3' }
  await call('POST', '/api/assets', chair)
  expect(told.splice(0)).toMatchObject([{ uid: 'TAG-3', asset: { name: 'Silla' } }])
})

it('nothing is told of what was refused, nor of an import of thousands', async () => {
  await call('POST', '/api/vehicles', car)
  told = []
  expect((await call('POST', '/api/vehicles', car)).status).toBe(409)
  const rows = (count: number, from: string) =>
    Array.from({ length: count }, (_, i) => {
      return { plate: `${from}${i}`, model: '', owner: '', rfid_tag: `${from}-${i}` }
    })
  await call('POST', '/api/vehicles/import', { rows: rows(201, 'AB') })
  expect(told).toEqual([])
  await call('POST', '/api/vehicles/import', { rows: rows(2, 'CD') })
  expect(told.map(({ uid, asset }) => [uid, asset?.name])).toEqual([
    ['CD-0', 'CD0'],
    ['CD-1', 'CD1'],
  ])
})
