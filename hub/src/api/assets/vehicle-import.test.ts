import {
  type ErrorBody,
  IMPORT_ROWS_MAX,
  type ImportedRow,
  type VehicleImported,
  type VehicleList,
} from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyAuditChain } from '../../store/people/verify-audit.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
})
afterEach(() => hub.close())

const send = (rows: unknown) => hub.call('POST', '/api/vehicles/import', { token, body: { rows } })
async function imported(...rows: object[]): Promise<ImportedRow[]> {
  const answer = await send(rows)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as VehicleImported).results
}
const car = (n: number, change: object = {}) => {
  return { plate: `CAR ${n}`, model: 'Logan', owner: 'Ana', rfid_tag: `TAG-${n}`, ...change }
}
async function vehicles() {
  const answer = await hub.call('GET', '/api/vehicles?pageSize=100', { token })
  return (await answer.json()) as VehicleList
}
const STORED = { id: expect.any(Number), error: null, message: null, same: false }
const refused = (error: string, message: RegExp, same = false) => {
  return { id: null, error, message: expect.stringMatching(message), same }
}

describe('an import of vehicles', () => {
  it('stores them as the form would, each under the id of its answer', async () => {
    const results = await imported(
      { plate: ' klm  482', model: ' Duster ', owner: ' ', rfid_tag: 'tag-1 ' },
      { plate: 'n\u0303-2', rfid_tag: 'tag-2' },
    )
    expect(results).toEqual([STORED, STORED])
    const none = { model: '', owner: null }
    expect((await vehicles()).items.toReversed()).toMatchObject([
      { id: results[0]?.id, plate: 'KLM 482', model: 'Duster', owner: null, rfid_tag: 'TAG-1' },
      { id: results[1]?.id, plate: 'Ñ-2', ...none, rfid_tag: 'TAG-2' },
    ])
  })

  it('answers each faulty row by its fault, and stores the others', async () => {
    const results = await imported(
      car(1, { plate: '' }),
      car(2, { plate: '-X' }),
      car(3, { rfid_tag: null }),
      car(4, { rfid_tag: 'A'.repeat(33) }),
      car(5, { model: 'x'.repeat(121) }),
      car(6, { owner: 'a\u0007b', model: 'x'.repeat(2000) }),
      car(7, { owner: '\ud800' }),
      car(8, { owner: 'x'.repeat(200) }),
    )
    expect(results).toEqual([
      refused('invalid_plate', /^La placa es obligatoria/),
      refused('invalid_plate', /^Placa inválida; usa de 2 a 20/),
      refused('invalid_tag', /^El Tag RFID es obligatorio/),
      refused('invalid_tag', /^Tag RFID inválido; usa de 3 a 32/),
      refused('invalid_input', /^Modelo: Es muy largo: usa 120/),
      refused('invalid_input', /^Modelo: .*; Propietario: Hay caracteres/),
      refused('invalid_input', /^Propietario: Hay caracteres/),
      STORED,
    ])
    expect((await vehicles()).total).toBe(1)
  })

  it('refuses what another asset or a row before has, and says which', async () => {
    const chair = { type: 'furniture', name: 'Silla', rfid_tag: 'CHAIR-1' }
    await hub.call('POST', '/api/assets', { token, body: chair })
    await imported(car(1), car(2))
    expect(
      await imported(
        car(3, { plate: 'car 1' }),
        car(4, { rfid_tag: 'tag-2' }),
        car(1, { rfid_tag: 'TAG-2' }),
        car(5, { rfid_tag: 'CHAIR-1' }),
        car(6),
        car(7, { plate: 'CAR 6' }),
        car(4),
      ),
    ).toEqual([
      refused('duplicate', /^Placa o Tag ya existen: la placa CAR 1 ya está con el tag TAG-1$/),
      refused('duplicate', /^Placa o Tag ya existen: el tag TAG-2 ya es de CAR 2$/),
      refused('duplicate', /la placa CAR 1 ya está con el tag TAG-1 y el tag TAG-2 ya es de CAR 2/),
      refused('duplicate', /: el tag CHAIR-1 ya es de Silla$/),
      STORED,
      refused('duplicate', /: la placa CAR 6 ya está con el tag TAG-6$/),
      STORED,
    ])
    expect((await vehicles()).total).toBe(4)
  })

  it('knows a row that was stored before by all of its values', async () => {
    await imported(car(1), car(2))
    await hub.call('DELETE', '/api/vehicles/2', { token })
    const asset = { type: 'vehicle', name: 'Logan', plate: 'CAR 9', rfid_tag: 'A'.repeat(40) }
    await hub.call('POST', '/api/assets', { token, body: asset })
    expect(
      await imported(
        car(1, { plate: 'car  1', owner: ' Ana ' }),
        car(1, { owner: 'Eva' }),
        car(1, { model: null }),
        car(2),
        car(2),
      ),
    ).toEqual([
      refused('duplicate', /ya existen/, true),
      refused('duplicate', /ya existen/),
      refused('duplicate', /ya existen/),
      STORED,
      refused('duplicate', /ya existen/, true),
    ])
  })

  it('is in the audit log with an entry a vehicle, which it can be found by', async () => {
    const [first, , third] = await imported(car(1), car(2, { plate: '' }), car(3))
    const rows = await hub.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    const told = (n: number, id: unknown) => {
      const detail = { type: 'vehicle', plate: `CAR ${n}`, rfid_tag: `TAG-${n}`, imported: true }
      return ['admin@test.co', 'asset.create', String(id), detail]
    }
    expect(rows.map((r) => [r.actor, r.action, r.target, JSON.parse(r.detail)])).toEqual([
      told(1, first?.id),
      told(3, third?.id),
    ])
    expect(await verifyAuditChain(hub.db, { keys: [hub.key] })).toMatchObject({ ok: true, rows: 2 })
  })

  it('takes 500 rows of long cells, and no 501', async () => {
    const cells = { model: 'ñ'.repeat(800), owner: 'ñ'.repeat(800) }
    const many = Array.from({ length: IMPORT_ROWS_MAX }, (_, i) => car(i, i % 2 ? cells : {}))
    const results = await imported(...many)
    expect(results.filter((row) => row.id !== null)).toHaveLength(IMPORT_ROWS_MAX / 2)
    expect((await vehicles()).total).toBe(IMPORT_ROWS_MAX / 2)
    const answer = await send([...many, car(IMPORT_ROWS_MAX)])
    const { issues = [] } = (await answer.json()) as ErrorBody
    expect([answer.status, issues.map(({ path }) => path)]).toEqual([400, ['rows']])
    expect((await send([])).status).toBe(400)
  })

  it('stores nothing where it cannot write down who did it', async () => {
    await imported(car(1))
    await hub.db.schema.dropTable('audit_log').execute()
    expect((await send([car(2), car(3)])).status).toBe(500)
    expect((await vehicles()).items).toMatchObject([{ plate: 'CAR 1' }])
  })

  it('stores two that come at once as if one came after the other', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => car(i))
    const both = await Promise.all([imported(...rows), imported(...rows.toReversed())])
    const stored = both.flat().filter((row) => row.id !== null)
    expect(stored).toHaveLength(60)
    expect(both.flat().filter((row) => row.same)).toHaveLength(60)
    expect((await vehicles()).total).toBe(60)
  })
})
