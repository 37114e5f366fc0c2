import type {
  AccessGroup,
  AssetAccessAnswer,
  DeniedTags,
  ErrorBody,
  Vehicle,
  VehicleList,
} from '@vehicle-control/protocol'
import { DENIED_MAX } from '@vehicle-control/protocol/access/frames'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertRows } from '../../store/bulk.ts'
import { createTestHub, type TestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
  await call('POST', '/api/vehicles', { plate: 'KLM482', rfid_tag: 'TAG-1' })
})
afterEach(() => hub.close())

async function call<T>(method: string, path: string, body?: unknown, by = token): Promise<T> {
  const answer = await hub.call(method, path, { token: by, body })
  expect(answer.ok).toBe(true)
  return (await answer.json()) as T
}

async function refusal(method: string, path: string, body?: unknown) {
  const answer = await hub.call(method, path, { token, body })
  const { error, message, issues } = (await answer.json()) as ErrorBody
  return { status: answer.status, error, message, fields: issues?.map(({ path: field }) => field) }
}

const set = (body: object, id = 1) =>
  call<AssetAccessAnswer>('PATCH', `/api/vehicles/${id}/access`, body)
const addGroup = (name: string) => call<AccessGroup>('POST', '/api/access/groups', { name })
const denied = async () => (await call<DeniedTags>('GET', '/api/access/denied')).items

async function entries() {
  const rows = await hub.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'target', 'detail'])
    .where('action', 'like', 'access.%')
    .orderBy('id')
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as unknown }))
}

async function gate(id: number, name: string, mode: string, confirmed: number | null) {
  const agent = { code: name, code_key: name, name, created_at: 0 }
  await hub.db.insertInto('agents').values(agent).execute()
  const policy = { revision: 1, rules: '[]', changed_at: 0, changed_by: 'x' }
  await hub.db
    .insertInto('access_policies')
    .values({ agent_id: id, mode, ...policy })
    .execute()
  if (confirmed === null) return
  const { id: list_id } = await hub.db
    .selectFrom('access_list')
    .select('id')
    .executeTakeFirstOrThrow()
  await hub.db
    .insertInto('access_gates')
    .values({ agent_id: id, list_id, edits: confirmed, is_equal: 1 })
    .execute()
}

describe('who may pass', () => {
  it('shows beside the vehicle, where something is set, and not on a wall', async () => {
    const { id: group } = await addGroup('Proveedores')
    expect(await set({ validFrom: 5, validTo: 9, group })).toEqual({
      access: { denied: false, valid_from: 5, valid_to: 9, group },
    })
    const access = { denied: false, valid_from: null, valid_to: 9, group }
    expect(await set({ validFrom: null })).toEqual({ access })
    const [listed] = (await call<VehicleList>('GET', '/api/vehicles')).items
    expect(listed?.access).toEqual(access)
    expect(await call('GET', '/api/assets/1')).toMatchObject({ access })
    const edited = { plate: 'KLM483', rfid_tag: 'TAG-1' }
    expect(await call('PUT', '/api/vehicles/1', edited)).toMatchObject({ access })
    expect(await call('GET', '/api/assets/1/activity')).toMatchObject({ asset: { access } })
    const operator = await hub.tokenOf('operator')
    expect(await call('GET', '/api/vehicles', undefined, operator)).toMatchObject({
      items: [{ access }],
    })
    const kiosk = await hub.tokenOf('operator', true)
    const [onWall] = (await call<VehicleList>('GET', '/api/vehicles', undefined, kiosk)).items
    expect(onWall).not.toHaveProperty('access')

    await set({ validTo: null, group: null })
    const [plain] = (await call<VehicleList>('GET', '/api/vehicles')).items
    expect(plain).not.toHaveProperty('access')
  })

  it('is written down, once for each thing that changed', async () => {
    await set({ denied: true, validTo: 9 })
    await set({ denied: true, validTo: 9 })
    await set({ denied: false })
    const what = { actor: 'admin@test.co', target: '1' }
    const car = { plate: 'KLM482', rfid_tag: 'TAG-1' }
    expect(await entries()).toEqual([
      { ...what, action: 'access.blocked', detail: car },
      {
        ...what,
        action: 'access.validity',
        detail: { ...car, valid_to: 9, valid_to_was: null },
      },
      { ...what, action: 'access.unblocked', detail: car },
    ])
  })

  it.each<[string, object, string]>([
    ['an end before the beginning', { validFrom: 9, validTo: 9 }, 'validTo'],
    ['a group that is none', { group: 7 }, 'group'],
    ['a moment before 1970', { validTo: -1 }, 'validTo'],
  ])('is refused with %s', async (_, body, field) => {
    expect(await refusal('PATCH', '/api/vehicles/1/access', body)).toMatchObject({
      status: 400,
      error: 'invalid_input',
      fields: [field],
    })
    expect(await entries()).toEqual([])
  })

  it('is of a vehicle that is there, and through vehicles of no other asset', async () => {
    const product = { type: 'product', name: 'Caja', rfid_tag: 'TAG-7' }
    await call('POST', '/api/assets', product)
    expect(await refusal('PATCH', '/api/vehicles/2/access', { denied: true })).toMatchObject({
      status: 404,
    })
    await call('PATCH', '/api/assets/2/access', { denied: true })
    expect((await denied()).map(({ uid, name }) => [uid, name])).toEqual([['TAG-7', 'Caja']])
  })
})

describe('a block', () => {
  it('names the gates that decide and have not confirmed it', async () => {
    await hub.accessList.prove()
    const edits = (hub.accessList.image?.place.edits ?? 0) + 1
    await gate(1, 'norte', 'observe', edits)
    await gate(2, 'sur', 'observe', edits - 1)
    await gate(3, 'este', 'observe', null)
    await gate(4, 'oeste', 'off', null)
    const { unconfirmed } = await set({ denied: true })
    expect(unconfirmed).toEqual(['este', 'sur'])
    expect(await set({ validTo: 9 })).not.toHaveProperty('unconfirmed')
  })

  it('denies every tag that the vehicle has or had, and what is imported does not lift it', async () => {
    await call('PUT', '/api/vehicles/1', { plate: 'KLM482', rfid_tag: 'TAG-2' })
    await set({ denied: true })
    await call('PUT', '/api/vehicles/1', { plate: 'KLM482', rfid_tag: 'TAG-3' })
    await call('DELETE', '/api/vehicles/1')
    const rows = [
      { plate: 'AAA111', model: 'Onix', owner: null, rfid_tag: 'TAG-1' },
      { plate: 'AAA112', model: 'Onix', owner: null, rfid_tag: 'TAG-3' },
    ]
    await call('POST', '/api/vehicles/import', { rows })
    await hub.accessList.prove()
    expect(hub.accessList.image?.denied).toEqual(['TAG-1', 'TAG-2', 'TAG-3'])
    expect((await denied()).map(({ uid, name, worn }) => [uid, name, worn])).toEqual([
      ['TAG-3', 'KLM482', false],
      ['TAG-1', 'KLM482', false],
      ['TAG-2', 'KLM482', false],
    ])
  })

  it('is lifted for one tag that is not worn, and says who blocks one that is', async () => {
    await set({ denied: true })
    await call('PUT', '/api/vehicles/1', { plate: 'KLM482', rfid_tag: 'TAG-2' })
    expect(await refusal('DELETE', '/api/access/denied/TAG-2')).toMatchObject({
      status: 409,
      error: 'in_use',
      message: 'El tag es de KLM482, que está bloqueado; desbloquéalo a él',
    })
    await call('DELETE', '/api/access/denied/TAG-1')
    expect((await denied()).map(({ uid }) => uid)).toEqual(['TAG-2'])
    expect((await entries()).at(-1)).toMatchObject({ action: 'access.tag_lifted', target: 'TAG-1' })
    await hub.accessList.prove()
    expect(hub.accessList.image?.denied).toEqual(['TAG-2'])
    expect(await refusal('DELETE', '/api/access/denied/TAG-1')).toMatchObject({ status: 404 })
  })

  it('is refused where gates cannot be told of more', async () => {
    const rows = Array.from({ length: DENIED_MAX }, (_, i) => [`OLD-${i}`, 9, 1, 'x'])
    await insertRows(hub.db, 'denied_tags', ['uid', 'asset_id', 'denied_at', 'denied_by'], rows)
    expect(await refusal('PATCH', '/api/vehicles/1/access', { denied: true })).toMatchObject({
      status: 400,
      message: `No caben más tags bloqueados (máximo ${DENIED_MAX}); desbloquea los que ya no existen`,
    })
    await call('DELETE', '/api/access/denied/OLD-7')
    await set({ denied: true })
    // A blocked vehicle's next tag is denied all the same, by its row.
    await call('PUT', '/api/vehicles/1', { plate: 'KLM482', rfid_tag: 'ZZZ-1' })
    await hub.accessList.prove()
    expect(hub.accessList.image).toMatchObject({ isDeniedFull: true, tags: DENIED_MAX + 1 })
    expect(hub.accessList.image?.denied).toHaveLength(DENIED_MAX)
  })
})

describe('groups', () => {
  const uses = () => refusal('DELETE', '/api/access/groups/1')

  it('have one name each, and no id twice', async () => {
    const first = await addGroup('Proveedores')
    expect(await refusal('POST', '/api/access/groups', { name: ' Proveedores ' })).toMatchObject({
      status: 409,
      error: 'duplicate',
    })
    await call('DELETE', `/api/access/groups/${first.id}`)
    const second = await addGroup('Proveedores')
    expect(second.id).toBeGreaterThan(first.id)
    await call('PATCH', `/api/access/groups/${second.id}`, { name: 'Residentes' })
    expect(await call('GET', '/api/access/groups')).toEqual({
      items: [{ id: second.id, name: 'Residentes', assets: 0 }],
    })
    expect((await entries()).map(({ action }) => action)).toEqual([
      'access.group_created',
      'access.group_deleted',
      'access.group_created',
      'access.group_renamed',
    ])
  })

  it('stay while a vehicle or a rule names them', async () => {
    const { id: group } = await addGroup('Proveedores')
    await set({ group })
    const rules = JSON.stringify([{ who: [group] }, { who: 'registered' }, { who: [7, group] }])
    await gate(1, 'norte', 'off', null)
    await hub.db.updateTable('access_policies').set({ rules }).execute()
    const { status, error, message } = await uses()
    expect([status, error]).toEqual([409, 'in_use'])
    expect(message).toBe('El grupo lo usan 1 vehículo o activo y 2 reglas; quítalo de ahí primero')
    await hub.db.updateTable('access_policies').set({ rules: '[]' }).execute()
    expect((await uses()).message).toMatch(/lo usan 1 vehículo o activo;/)
    // Of a deleted one nobody asks any more.
    await call('DELETE', '/api/vehicles/1')
    expect(await call('DELETE', '/api/access/groups/1')).toEqual({ ok: true })
  })

  it('and dates go with the vehicle into the list', async () => {
    const { id: group } = await addGroup('Proveedores')
    const other = await call<Vehicle>('POST', '/api/vehicles', {
      plate: 'AAA111',
      rfid_tag: 'TAG-9',
    })
    await set({ group, validTo: 9 }, other.id)
    await call('PUT', `/api/vehicles/${other.id}`, { plate: 'AAA111', rfid_tag: 'TAG-10' })
    await hub.accessList.prove()
    const rows = await hub.db.selectFrom('access_rows').selectAll().orderBy('uid').execute()
    expect(rows.map(({ uid, valid_to, group_id }) => [uid, valid_to, group_id])).toEqual([
      ['TAG-1', null, 0],
      ['TAG-10', 9, group],
    ])
  })
})
