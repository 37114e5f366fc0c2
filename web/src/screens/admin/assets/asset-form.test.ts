import type { Asset } from '@vehicle-control/protocol'
import { byVehicleLine } from '@vehicle-control/protocol/vehicle-columns'
import { describe, expect, it } from 'vitest'
import { ASSET_RULES, changesOf, isUnreadable, requestOf, valuesOf } from './asset-form.ts'

const STORED: Asset = {
  id: 7,
  type: 'vehicle',
  name: 'Logan',
  plate: 'KLM-482',
  rfid_tag: 'E2000001',
  ...byVehicleLine(() => null),
  location: null,
  photo_url: null,
  updated_at: '2026-03-10T15:00:00.000Z',
}
const filled = (changes: object) => ({ ...valuesOf(STORED), ...changes })

describe('the asset form', () => {
  it('begins as a product, with the tag that it is given', () => {
    expect(valuesOf(null, 'e2-ff')).toMatchObject({ type: 'product', rfid_tag: 'E2-FF', name: '' })
    expect(valuesOf(STORED)).toMatchObject({ type: 'vehicle', plate: 'KLM-482', owner: '' })
  })

  it.each([
    ['vehicle', '', null],
    ['product', ' ', 'El nombre es obligatorio'],
    ['furniture', '', 'El nombre es obligatorio'],
    ['product', 'Silla', null],
  ] as const)('asks a %s named %j for its name: %j', (type, name, fault) => {
    expect(ASSET_RULES.name(name, filled({ type }))).toBe(fault)
  })

  it.each([
    ['vehicle', ' ', 'La placa es obligatoria para vehículos'],
    ['vehicle', '?', expect.stringContaining('Placa inválida')],
    ['vehicle', 'ñandú-1', expect.stringContaining('Placa inválida')],
    ['vehicle', ' klm  482 ', null],
    ['product', '', null],
  ] as const)('judges the plate of a %s, %j: %j', (type, plate, fault) => {
    expect(ASSET_RULES.plate(plate, filled({ type }))).toEqual(fault)
  })

  it.each([
    [' ', 'El Tag RFID es obligatorio'],
    ['ab', 'Formato de Tag inválido'],
    ['TAG_1', 'Formato de Tag inválido'],
    ['A'.repeat(65), 'Formato de Tag inválido'],
    ['A'.repeat(64), null],
    [' tag-1 ', null],
  ])('judges the tag %j: %j', (tag, fault) => {
    expect(ASSET_RULES.rfid_tag(tag)).toBe(fault)
  })

  it('sends a vehicle trimmed and in upper case, with the version that it was filled from', () => {
    const values = filled({ plate: ' klm  1 ', rfid_tag: ' e2-aa ', owner: ' ', location: ' B ' })
    expect(requestOf(values, STORED.updated_at)).toEqual({
      type: 'vehicle',
      name: 'Logan',
      plate: 'KLM 1',
      rfid_tag: 'E2-AA',
      ...byVehicleLine(() => null),
      location: 'B',
      photo_url: null,
      updated_at: STORED.updated_at,
    })
  })

  it('sends no plate of what is no vehicle, and no version of what is new', () => {
    const request = requestOf(filled({ type: 'furniture' }), undefined)
    expect(request.plate).toBeNull()
    expect(request).not.toHaveProperty('updated_at')
  })

  it.each([
    ['ABC', true],
    ['CARD-1', true],
    ['E2-00-11', true],
    ['TEST-1', false],
    ['e2000001', false],
    ['12345', false],
    ['no tag', false],
    ['', false],
  ])('warns of the tag %j: %j', (tag, isWarned) => {
    expect(isUnreadable(tag)).toBe(isWarned)
  })

  it('tells what somebody else changed, in the words of the form', () => {
    const theirs = { ...STORED, type: 'product' as const, plate: null, photo_url: '/api/photos/a' }
    expect(changesOf(STORED, theirs)).toEqual([
      { label: 'Tipo', old: 'Vehículo', now: 'Producto' },
      { label: 'Placa', old: 'KLM-482', now: '' },
      { label: 'Foto', old: '', now: 'con foto' },
    ])
    const other = { ...theirs, photo_url: '/api/photos/b' }
    expect(changesOf(theirs, other)).toEqual([{ label: 'Foto', old: 'con foto', now: 'otra foto' }])
    expect(changesOf(STORED, { ...STORED, updated_at: 'later' })).toEqual([])
  })
})
