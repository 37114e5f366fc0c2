import { expect, it } from 'vitest'
import { NO_DECISIONS } from '../../../live/decisions.ts'
import { createSiteTime } from '../../../site-time/site-time.ts'
import { makeRead, makeVehicle } from '../../../testing/reads.ts'
import { askedWith, columnsOf, LEAST_ASKED, wallText, widthsOf } from './wall-columns.ts'

const known = { site: createSiteTime('America/Bogota'), tags: new Map(), decisionOf: NO_DECISIONS }
function readOf(owner: string) {
  return makeRead('a-1', 1000, { vehicle: makeVehicle({ plate: 'ABC123', model: 'Kia', owner }) })
}

const told = askedWith(LEAST_ASKED, [readOf('Ana')], known, 72)
const names = (room: number) => columnsOf(room, told).map(({ name }) => name)

it('has the columns of the table but tag and place, in their order, and in a narrow room the first to look for', () => {
  expect(columnsOf(72, told).map(({ head }) => head)).toEqual([
    'Hora',
    'Agente',
    'Placa',
    'Modelo',
    'Propietario',
  ])
  expect(names(40)).toEqual(['at', 'agent', 'plate', 'owner'])
  expect(names(22)).toEqual(['at', 'agent', 'plate'])
})

it('has no column for owners while no read tells one, and keeps it from then on', () => {
  const bare = askedWith(LEAST_ASKED, [readOf(''), readOf('')], known, 72)
  expect(columnsOf(72, bare).map(({ name }) => name)).not.toContain('owner')
  expect(told.owner).toBeGreaterThanOrEqual(7)
  expect(askedWith(told, [readOf('')], known, 72)).toBe(told)
})

it('gives a column what its longest text asks for, within bounds, and never takes it back', () => {
  const long = askedWith(LEAST_ASKED, [readOf('Transportes Unidos de la Sabana')], known, 72)
  expect(long.owner).toBeGreaterThan(LEAST_ASKED.owner)
  expect(askedWith(long, [readOf('Ana')], known, 72)).toBe(long)
  const longest = askedWith(long, [readOf('n'.repeat(200))], known, 72)
  expect(longest.owner).toBe(26)
  expect(longest.model).toBe(long.model)
})

it('gives room to the name of the asset that a tag got after its read', () => {
  const read = makeRead('a-1', 1000, { vehicle: null })
  const asset = { asset_id: 1, name: 'Montacargas de la bodega norte' }
  const tags = new Map([[read.uid, asset]])
  const before = askedWith(LEAST_ASKED, [read], known, 72)
  expect(askedWith(before, [read], { ...known, tags }, 72).plate).toBe(14)
  const short = new Map([[read.uid, { ...asset, name: 'G1' }]])
  expect(askedWith(LEAST_ASKED, [read], { ...known, tags: short }, 72).plate).toBe(
    LEAST_ASKED.plate,
  )
})

it('shares out the whole room', () => {
  const columns = columnsOf(72, told)
  const widths = widthsOf(columns, told, 72)
  expect(widths).toHaveLength(columns.length)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(72)
})

it.each([40, 72])('names what has no plate by its name, once, %i rem wide', (room) => {
  const vehicle = makeVehicle({ plate: '', model: 'Montacargas eléctrico de la bodega norte' })
  const read = makeRead('a-1', 1000, { vehicle })
  const asked = askedWith(LEAST_ASKED, [read], known, room)
  const texts = columnsOf(room, asked).map((column) => wallText(column, read, known))
  expect(texts.filter((text) => text.includes('Montacargas'))).toEqual([vehicle.model])
  expect(asked.plate).toBe(14)
})

it('tells unknown tags apart by their last digits', () => {
  const texts = (uid: string) => {
    const read = makeRead('a-1', 1000, { uid, vehicle: null })
    return columnsOf(72, told).map((column) => wallText(column, read, known))
  }
  expect(texts('E28068942000501C3F0A99E1')).toContain('…0A99E1')
  expect(texts('A99E1')).toContain('A99E1')
})
