import { type Asset, byVehicleLine, type ErrorBody, type Vehicle } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
})
afterEach(() => hub.close())

const car = { plate: 'KLM482', model: 'Duster', owner: 'Ana', rfid_tag: 'TAG-1' }
const asset = { type: 'vehicle', name: 'Duster', plate: 'KLM482', owner: 'Ana', rfid_tag: 'TAG-1' }
async function call<T>(method: string, path: string, body?: object) {
  const answer = await hub.call(method, path, { token, ...(body && { body }) })
  return { status: answer.status, json: (await answer.json()) as T }
}
const add = async () => (await call<Vehicle>('POST', '/api/vehicles', car)).json

it('a vehicle is told by itself to whoever edits it, and to nobody once it is deleted', async () => {
  const { id, updated_at } = await add()
  const expected = {
    ...byVehicleLine(() => null),
    ...asset,
    id,
    updated_at,
    location: null,
    photo_url: null,
  }
  expect(await call('GET', `/api/assets/${id}`)).toEqual({ status: 200, json: expected })
  await call('DELETE', `/api/vehicles/${id}`)
  expect((await call<ErrorBody>('GET', `/api/assets/${id}`)).json.error).toBe('not_found')
})

it('of two who saw the same, the second to save changes nothing and is told', async () => {
  const { id, updated_at } = await add()
  const saves = ['Eva', 'Luis', 'Rosa', 'Juan'].map((owner, i) =>
    i % 2
      ? call<Asset>('PUT', `/api/assets/${id}`, { ...asset, owner, updated_at })
      : call<Vehicle>('PUT', `/api/vehicles/${id}`, { ...car, owner, updated_at }),
  )
  const answers = await Promise.all(saves)
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ status }) => status === 412)
  expect([won.length, lost.length]).toEqual([1, 3])
  const now = (await call<Asset>('GET', `/api/assets/${id}`)).json
  expect(now).toMatchObject({ owner: won[0]?.json.owner, updated_at: won[0]?.json.updated_at })
  expect(now.updated_at > updated_at).toBe(true)
  const again = { ...car, owner: 'Sara', updated_at: now.updated_at }
  expect((await call('PUT', `/api/vehicles/${id}`, again)).status).toBe(200)
})

it.each(['vehicles', 'assets'])(
  'deletes of %s what the caller saw, and nothing newer',
  async (noun) => {
    const { id, updated_at } = await add()
    await call('PUT', `/api/vehicles/${id}`, { ...car, owner: 'Eva' })
    const stale = await call<ErrorBody>('DELETE', `/api/${noun}/${id}?updated_at=${updated_at}`)
    expect([stale.status, stale.json.error]).toEqual([412, 'changed_meanwhile'])
    const now = (await call<Asset>('GET', `/api/assets/${id}`)).json
    const path = `/api/${noun}/${id}?updated_at=${now.updated_at}`
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await call('DELETE', path)).status).toBe(404)
  },
)

it('leaves who sends no version to overwrite what is there, and refuses what is none', async () => {
  const { id } = await add()
  expect((await call('PUT', `/api/vehicles/${id}`, car)).status).toBe(200)
  const wrong = await call<ErrorBody>('PUT', `/api/vehicles/${id}`, { ...car, updated_at: 'now' })
  expect([wrong.status, wrong.json.issues?.[0]?.path]).toEqual([400, 'updated_at'])
})
