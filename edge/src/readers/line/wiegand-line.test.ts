import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineReaderConfig } from './config.ts'
import { createLineDriver } from './parser.ts'
import { wiegandUid } from './wiegand-line.ts'

it.each([
  ['Wiegand HEX = 8B1C3D, DECIMAL = 9116733, Type W26', '8B1C3D'],
  ['139:07229', '8B1C3D'],
  ['139:7229', '8B1C3D'],
  ['0009116733', '8B1C3D'],
  ['Wiegand HEX = 1, DECIMAL = 1, Type W26', '000001'],
  ['Wiegand HEX = 8B1C3D, DECIMAL = 9116733, Type W34', '008B1C3D'],
  ['Wiegand HEX = 7FFFFFFFF, DECIMAL = 34359738367, Type W37', '7FFFFFFFF'],
  ['00139:07229', '008B1C3D'],
  ['300:7229', '012C1C3D'],
  ['4294967295', 'FFFFFFFF'],
  ['12:345678', '00065464E'],
  ['123:45678', '7BB26E'],
])('%s is the card %s', (line, uid) => {
  expect(wiegandUid(line)).toBe(uid)
})

it.each([
  // A byte that was lost: the two numbers are one card no more.
  'Wiegand HEX = 8B1C3D, DECIMAL = 911673, Type W26',
  'Wiegand HEX = 18B1C3D, DECIMAL = 25893949, Type W26',
  // Keys of a pad.
  'Wiegand HEX = A, DECIMAL = 10, Type W4',
  'Wiegand HEX = 1E, DECIMAL = 30, Type W8',
  '4294967296',
  '9999999999',
  '65536:1',
  '1:524288',
  '139:',
  '139:7229:1',
  'DE AD BE EF',
  '911673',
])('%s is no card', (line) => {
  expect(wiegandUid(line)).toBeNull()
})

it('no two cards have one uid, however they are printed', () => {
  const number = fc.oneof(fc.nat(300), fc.nat(65_535), fc.nat(524_287))
  const card = fc.tuple(fc.nat(65_535), number)
  fc.assert(
    fc.property(card, card, ([f1, c1], [f2, c2]) => {
      fc.pre(f1 !== f2 || c1 !== c2)
      const [one, other] = [wiegandUid(`${f1}:${c1}`), wiegandUid(`${f2}:${c2}`)]
      expect(one).not.toBeNull()
      expect(one).not.toBe(other)
    }),
  )
})

/** What a reader of these settings makes of its lines. */
function read(settings: object, text: string) {
  const config = LineReaderConfig.parse({
    id: 'gate',
    type: 'line',
    path: '/dev/ttyS0',
    ...settings,
  })
  const driver = createLineDriver(config)
  const uids: string[] = []
  let noise = 0
  const onNoise = () => void noise++
  const output = { emit: ({ uid }: { uid: string }) => uids.push(uid), noise: onNoise, warn() {} }
  const parser = driver.createParser({ onFrame: (uid) => driver.take(uid, output), onNoise })
  parser.push(Buffer.from(text, 'latin1'))
  return { uids, noise, hint: driver.hint?.() ?? null }
}

it('a line reader without the setting joins hex bytes as ever, and hints at it for facility and card', () => {
  const bytes = 'DE:AD:BE:EF\r\n04 A2 24 5B\r\n0009116733\r\n'
  expect(read({}, bytes)).toEqual({
    uids: ['DEADBEEF', '04A2245B', '0009116733'],
    noise: 0,
    hint: null,
  })
  expect(read({}, '12:345678\r\n123:45678\r\n')).toEqual({
    uids: ['12345678', '12345678'],
    noise: 0,
    hint: 'wiegand',
  })
})

it('with it a label and the bytes around a line are passed over, and what is no card is noise', () => {
  const text =
    'Card UID: 139:07229\r\n\x0200139:07229\r\n\x03DE:AD:BE:EF\r\nWiegand HEX = A, DECIMAL = 10, Type W4\r\n'
  expect(read({ uid: 'wiegand' }, text)).toEqual({
    uids: ['8B1C3D', '008B1C3D'],
    noise: 2,
    hint: null,
  })
})

it('with it any bytes are borne, and a card behind them is read', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), (garbage) => {
      const text = Buffer.concat(garbage).toString('latin1')
      expect(read({ uid: 'wiegand' }, `${text}\n139:07229\n`).uids.at(-1)).toBe('8B1C3D')
    }),
  )
})
