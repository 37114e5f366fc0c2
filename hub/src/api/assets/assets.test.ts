import type { Asset, ErrorBody, Vehicle } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
})
afterEach(() => hub.close())

async function call<T>(method: string, path: string, body?: unknown) {
  const answer = await hub.call(method, path, { token, body })
  return { status: answer.status, json: (await answer.json()) as T }
}
const failure = async (method: string, path: string, body?: unknown) => {
  const { status, json } = await call<ErrorBody>(method, path, body)
  return [status, json.error]
}
const car = (change: object = {}) => {
  return { plate: 'KLM482', model: 'Duster', owner: 'Ana Peña', rfid_tag: 'TAG-001', ...change }
}
const addCar = (change: object = {}) => call<Vehicle>('POST', '/api/vehicles', car(change))
const chair = (change: object = {}) => {
  return { type: 'furniture', name: 'Silla', rfid_tag: 'CHAIR-1', ...change }
}
const addAsset = (change: object = {}) => call<Asset>('POST', '/api/assets', chair(change))
const list = async <T>(path: string) =>
  (await call<{ items: T[]; total: number }>('GET', path)).json

describe('a vehicle', () => {
  it('is stored trimmed and in upper case, and is an asset whose name is its model', async () => {
    const made = await addCar({ plate: ' klm-482 ', rfid_tag: ' tag-001\n', owner: ' ' })
    const expected = { id: 1, plate: 'KLM-482', model: 'Duster', owner: null, rfid_tag: 'TAG-001' }
    expect(made).toMatchObject({ status: 201, json: expected })
    expect(await list('/api/vehicles')).toEqual({ items: [made.json], total: 1 })
    expect(await list('/api/assets')).toMatchObject({
      items: [{ type: 'vehicle', name: 'Duster' }],
    })
  })

  it('keeps type, place and photo when it is edited', async () => {
    const more = { location: 'Patio', photo_url: '/api/photos/a1.webp' }
    await addAsset({ ...more, type: 'vehicle', name: 'Duster', plate: 'KLM482' })
    const edit = car({ type: 'product', plate: 'ABC123', rfid_tag: 'tag-2', model: undefined })
    const edited = { plate: 'ABC123', rfid_tag: 'TAG-2', model: '', owner: 'Ana Peña' }
    expect(await call('PUT', '/api/vehicles/1', edit)).toMatchObject({ status: 200, json: edited })
    expect((await list<Asset>('/api/assets')).items).toMatchObject([{ type: 'vehicle', ...more }])
  })

  it('whose tag is longer than the form takes is edited as an asset only', async () => {
    const long = { type: 'vehicle', name: 'Duster', plate: 'KLM482', rfid_tag: 'A'.repeat(64) }
    await addAsset(long)
    expect(await failure('PUT', '/api/vehicles/1', car())).toEqual([400, 'invalid_tag'])
    expect(await failure('PUT', '/api/vehicles/1', car(long))).toEqual([400, 'invalid_tag'])
    const edited = await call('PUT', '/api/assets/1', chair({ ...long, name: 'Logan' }))
    expect(edited).toMatchObject({ status: 200, json: { name: 'Logan', rfid_tag: long.rfid_tag } })
  })

  it('is not there under a product id, an unknown one, or none', async () => {
    await addAsset()
    for (const id of ['1', '7', '0', '-1', 'x', '1.5', '9'.repeat(30)]) {
      expect(await failure('PUT', `/api/vehicles/${id}`, car())).toEqual([404, 'not_found'])
      expect(await failure('DELETE', `/api/vehicles/${id}`)).toEqual([404, 'not_found'])
    }
  })
})

describe('an asset', () => {
  it('has a plate only while it is a vehicle', async () => {
    expect((await addAsset({ plate: '???' })).json).toMatchObject({ plate: null })
    const vehicle = chair({ type: 'vehicle', plate: 'abc123', name: '' })
    expect((await call('PUT', '/api/assets/1', vehicle)).json).toMatchObject({ plate: 'ABC123' })
    const product = chair({ type: 'product', plate: 'abc123' })
    expect((await call('PUT', '/api/assets/1', product)).json).toMatchObject({ plate: null })
    expect(await addCar({ plate: 'ABC123' })).toMatchObject({ status: 201 })
  })

  it('takes photos of this hub only, and null removes one', async () => {
    for (const photo_url of [
      'https://example.com/a.webp',
      '//example.com/a.webp',
      '/api//example.com',
      '/api/../a',
      '/api/a?b',
      'javascript:alert(1)',
      '/other/a.webp',
    ]) {
      expect(await failure('POST', '/api/assets', chair({ photo_url }))).toEqual([
        400,
        'invalid_input',
      ])
    }
    const photo_url = '/api/photos/a1.webp'
    expect((await addAsset({ photo_url })).json).toMatchObject({ photo_url })
    const cleared = await call('PUT', '/api/assets/1', chair({ photo_url: null }))
    expect(cleared.json).toMatchObject({ photo_url: null })
  })

  it('leaves its tag and plate to others when it is deleted, and old reads keep its plate', async () => {
    await addCar()
    const entry = { epoch_id: 1, agent_id: 1, received_at: 1, reader: 'gate', uid: 'TAG-001' }
    const agent = { code: 'gate-1', code_key: 'gate-1', name: 'Gate', created_at: 0 }
    await hub.db.insertInto('agents').values(agent).execute()
    const epoch = { epoch: 'a'.repeat(16), agent_id: 1, watermark: 1, updated_at: 0 }
    await hub.db.insertInto('agent_epochs').values(epoch).execute()
    const read = { ...entry, seq: 1, asset_id: 1, read_at: 1, clock: 'synced', late: 0 as const }
    await hub.db.insertInto('reads').values(read).execute()
    expect(await call('DELETE', '/api/vehicles/1')).toEqual({ status: 200, json: { ok: true } })
    expect(await failure('DELETE', '/api/vehicles/1')).toEqual([404, 'not_found'])
    expect(await failure('PUT', '/api/assets/1', chair())).toEqual([404, 'not_found'])
    expect(await list('/api/vehicles')).toEqual({ items: [], total: 0 })
    expect(await addCar({ model: 'Logan' })).toMatchObject({ status: 201, json: { id: 2 } })
    const { json } = await call('GET', '/api/rfid/logs')
    expect(json).toMatchObject({ logs: [{ plate: 'KLM482', model: 'Duster' }] })
  })

  it('leaves an audit entry for each change, with what was changed', async () => {
    await addCar()
    await call('PUT', '/api/vehicles/1', car({ plate: 'ABC123' }))
    await call('DELETE', '/api/assets/1')
    await addCar()
    await addCar()
    const rows = await hub.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(rows.map((r) => [r.actor, r.action, r.target, JSON.parse(r.detail)])).toEqual([
      [
        'admin@test.co',
        'asset.create',
        '1',
        { type: 'vehicle', plate: 'KLM482', rfid_tag: 'TAG-001' },
      ],
      [
        'admin@test.co',
        'asset.update',
        '1',
        { plate: 'ABC123', plate_was: 'KLM482', history: 'keep' },
      ],
      ['admin@test.co', 'asset.delete', '1', { plate: 'ABC123', rfid_tag: 'TAG-001' }],
      [
        'admin@test.co',
        'asset.create',
        // Versions are numbered as assets are.
        '3',
        { type: 'vehicle', plate: 'KLM482', rfid_tag: 'TAG-001' },
      ],
    ])
  })
})

describe('plate and tag', () => {
  it.each([
    undefined,
    null,
    ' ',
    'A',
    'AB_12',
    'A'.repeat(21),
    '-AB',
    'AB-',
    'ÁB1',
    'ſAB',
    'AB\u0000C',
  ])('refuse the plate %j', async (plate) => {
    expect(await failure('POST', '/api/vehicles', car({ plate }))).toEqual([400, 'invalid_plate'])
    const asset = chair({ type: 'vehicle', plate })
    expect(await failure('POST', '/api/assets', asset)).toEqual([400, 'invalid_plate'])
  })

  it('say what is missing, and the rule where something is wrong', async () => {
    const said = async (path: string, body: object) =>
      (await call<ErrorBody>('POST', path, body)).json.message
    const without = { plate: ' ', rfid_tag: undefined }
    const rule = 'usa de 2 a 20 letras, números, espacios y guiones'
    expect(await said('/api/vehicles', car(without))).toContain(
      `La placa es obligatoria para vehículos; ${rule}`,
    )
    expect(await said('/api/vehicles', car({ plate: 'A' }))).toContain(`Placa inválida; ${rule}`)
    expect(await said('/api/assets', chair(without))).toContain('El Tag RFID es obligatorio; usa')
    expect(await said('/api/assets', chair({ rfid_tag: 'ñ' }))).toContain('de 3 a 64 letras (A-Z)')
    expect(await said('/api/vehicles', car({ rfid_tag: 'ñ' }))).toContain('de 3 a 32 letras (A-Z)')
    const nameless = await call<ErrorBody>('POST', '/api/assets', chair({ name: ' ' }))
    const issue = { path: 'name', message: 'El nombre es obligatorio; escríbelo' }
    expect(nameless.json.issues).toEqual([issue])
  })

  it.each([undefined, null, '', 'AB', 'A B C', 'AB\u0000C', 'ñandú', '%%%', 'A'.repeat(65)])(
    'refuse the tag %j',
    async (rfid_tag) => {
      expect(await failure('POST', '/api/vehicles', car({ rfid_tag }))).toEqual([
        400,
        'invalid_tag',
      ])
      expect(await failure('POST', '/api/assets', chair({ rfid_tag }))).toEqual([
        400,
        'invalid_tag',
      ])
    },
  )

  it('may be 32 characters long in a vehicle and 64 in an asset', async () => {
    expect(await addCar({ rfid_tag: 'A'.repeat(32) })).toMatchObject({ status: 201 })
    const long = car({ rfid_tag: 'A'.repeat(33) })
    expect(await failure('POST', '/api/vehicles', long)).toEqual([400, 'invalid_tag'])
    expect(await addAsset({ rfid_tag: 'A'.repeat(64) })).toMatchObject({ status: 201 })
  })

  it('are unique over both paths and whatever the case, also in edits', async () => {
    await addCar()
    await addAsset()
    const same = chair({ rfid_tag: 'tag-001' })
    expect(await failure('POST', '/api/assets', same)).toEqual([409, 'duplicate'])
    expect(await failure('PUT', '/api/assets/2', same)).toEqual([409, 'duplicate'])
    const plate = { type: 'vehicle', plate: 'klm482' }
    expect(await failure('POST', '/api/assets', chair(plate))).toEqual([409, 'duplicate'])
    expect(await failure('PUT', '/api/assets/2', chair(plate))).toEqual([409, 'duplicate'])
    expect((await list<Asset>('/api/assets')).items).toMatchObject([{ name: 'Silla' }, {}])
  })

  it('are refused with the name of who has them, which is never the edited asset itself', async () => {
    await addCar()
    await addAsset({ rfid_tag: 'TAG-CHAIR' })
    const message = async (method: 'POST' | 'PUT', path: string, body: unknown) =>
      (await call(method, path, body)).json
    expect(await message('POST', '/api/assets', chair({ rfid_tag: 'TAG-001' }))).toMatchObject({
      message: 'Placa o Tag ya existen: el tag TAG-001 ya es de KLM482',
    })
    expect(await message('PUT', '/api/vehicles/1', car({ rfid_tag: 'TAG-CHAIR' }))).toMatchObject({
      message: 'Placa o Tag ya existen: el tag TAG-CHAIR ya es de Silla',
    })
    expect(await message('POST', '/api/vehicles', car({ rfid_tag: 'TAG-9' }))).toMatchObject({
      message: 'Placa o Tag ya existen: la placa KLM482 ya está con el tag TAG-001',
    })
  })

  it('have one owner each when many are created at once', async () => {
    const some = fc.record({
      plate: fc.constantFrom('AAA111', 'aaa111', 'BBB222', 'CCC333'),
      rfid_tag: fc.constantFrom('TAG-1', 'tag-1', 'TAG-2', 'TAG-3'),
      path: fc.constantFrom('/api/vehicles', '/api/assets'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(some, { minLength: 2, maxLength: 8 }), async (wanted) => {
        await hub.db.deleteFrom('assets').execute()
        const answers = await Promise.all(
          wanted.map(({ path, plate, rfid_tag }) => {
            const extra = { type: 'vehicle', name: 'Duster' }
            return call('POST', path, car({ ...extra, plate, rfid_tag }))
          }),
        )
        const asked = wanted.map(({ plate, rfid_tag }, i) => {
          const status = answers[i]?.status
          return { plate: plate.toUpperCase(), tag: rfid_tag.toUpperCase(), status }
        })
        const won = asked.filter(({ status }) => status === 201)
        expect(new Set(won.map(({ plate }) => plate)).size).toBe(won.length)
        expect(new Set(won.map(({ tag }) => tag)).size).toBe(won.length)
        for (const lost of asked.filter((one) => !won.includes(one))) {
          expect(lost.status).toBe(409)
          expect(won.some(({ plate, tag }) => plate === lost.plate || tag === lost.tag)).toBe(true)
        }
      }),
      { numRuns: runs(20) },
    )
  })
})

describe('a list', () => {
  it('comes in pages, newest first', async () => {
    for (let i = 1; i <= 23; i++) await addCar({ plate: `CAR${i}`, rfid_tag: `TAG${i}` })
    const first = await list<Vehicle>('/api/vehicles')
    expect([first.total, first.items.length, first.items[0]?.plate]).toEqual([23, 20, 'CAR23'])
    const third = await list<Vehicle>('/api/vehicles?page=3&pageSize=10')
    expect(third.items.map((v) => v.plate)).toEqual(['CAR3', 'CAR2', 'CAR1'])
    expect(await list('/api/vehicles?page=9')).toEqual({ items: [], total: 23 })
  })

  it('finds plate, model and owner of vehicles without case or accents', async () => {
    await addCar()
    await addCar({ plate: 'XYZ-1', model: 'Camión ÑANDÚ', owner: 'José', rfid_tag: 'OTHER' })
    await addAsset()
    const plates = async (q: string) => {
      const { items } = await list<Vehicle>(`/api/vehicles?q=${encodeURIComponent(q)}`)
      return items.map((v) => v.plate)
    }
    expect(await plates('klm')).toEqual(['KLM482'])
    expect(await plates('camion ñandu')).toEqual(['XYZ-1'])
    expect(await plates('JOSÉ')).toEqual(['XYZ-1'])
    expect(await plates('pena')).toEqual(['KLM482'])
    expect(await plates('pen\u0303a')).toEqual(['KLM482'])
    expect(await plates('TAG-001')).toEqual([])
    expect(await plates('DusterAna')).toEqual([])
  })

  it('finds name, plate and tag of assets, of one type when asked', async () => {
    await addCar()
    await addAsset()
    const ids = async (query: string) =>
      (await list<Asset>(`/api/assets?${query}`)).items.map((a) => a.id)
    expect(await ids('q=chair')).toEqual([2])
    expect(await ids('q=482')).toEqual([1])
    expect(await ids('type=vehicle')).toEqual([1])
    expect(await ids('type=product&q=chair')).toEqual([])
    expect(await ids('q=%20&type=')).toEqual([2, 1])
  })

  it('takes the wildcards of a search as what they are', async () => {
    await addCar({ owner: '100% \\ suyo' })
    await addCar({ plate: 'XYZ-1', rfid_tag: 'OTHER', owner: 'Cien' })
    const total = async (q: string) =>
      (await list(`/api/vehicles?q=${encodeURIComponent(q)}`)).total
    expect(await Promise.all(['%', '_', '\\', '0% ', 'c_en', "'", '*'].map(total))).toEqual([
      1, 0, 1, 1, 0, 0, 0,
    ])
  })

  it.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1e3',
    'page=99999999',
    'pageSize=15',
    'pageSize=0',
    'pageSize=10.0',
    `q=${'a'.repeat(5000)}`,
    'q=a%00b',
    'q=a%0Ab',
  ])('refuses %s', async (query) => {
    for (const path of ['/api/vehicles', '/api/assets']) {
      expect(await failure('GET', `${path}?${query}`)).toEqual([400, 'invalid_input'])
    }
  })
})

it.each([
  { model: 'x'.repeat(121) },
  { owner: 'x'.repeat(201) },
  { owner: 'a\u0000b' },
  { model: 7 },
  { owner: ['x'] },
  { plate: 7 },
  { rfid_tag: {} },
])('refuses a vehicle with %j', async (change) => {
  expect(await failure('POST', '/api/vehicles', car(change))).toEqual([400, 'invalid_input'])
})

it('keeps an owner of 200 characters, and finds by all of it', async () => {
  const owner = '√'.repeat(200)
  await addCar({ owner })
  await addAsset({ owner })
  expect(await list(`/api/vehicles?q=${encodeURIComponent(owner)}`)).toMatchObject({
    items: [{ owner }],
  })
  expect(await list('/api/assets?q=chair')).toMatchObject({ items: [{ owner }] })
})

it.each([
  { type: 'boat' },
  { type: undefined },
  { name: '' },
  { name: 'x'.repeat(121) },
  { owner: 'x'.repeat(201) },
  { location: 'x'.repeat(201) },
  { photo_url: 7 },
])('refuses an asset with %j', async (change) => {
  expect(await failure('POST', '/api/assets', chair(change))).toEqual([400, 'invalid_input'])
})

it('is read by everyone and edited by admins', async () => {
  await addCar()
  token = await hub.tokenOf('operator', true)
  for (const path of ['/api/vehicles', '/api/assets']) {
    expect(await list(path)).toMatchObject({ total: 1 })
    expect(await failure('POST', path, car())).toEqual([403, 'forbidden'])
    expect(await failure('PUT', `${path}/1`, car())).toEqual([403, 'forbidden'])
    expect(await failure('DELETE', `${path}/1`)).toEqual([403, 'forbidden'])
  }
})
