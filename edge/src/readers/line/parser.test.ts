// Lines as an Arduino with an MFRC522 prints them (sketch DumpInfo), and as an ID-12LA does.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineSplitter, MAX_LINE_BYTES, parseTagLine } from './parser.ts'

function split(chunks: (string | Uint8Array)[]) {
  const lines: string[] = []
  let overlong = 0
  const splitter = new LineSplitter({
    onLine: (line) => lines.push(line),
    onOverlong: () => overlong++,
  })
  for (const chunk of chunks) splitter.push(Buffer.from(chunk as Uint8Array))
  return { lines, overlong, splitter }
}

describe('LineSplitter', () => {
  it('ends a line at CR LF, at LF and at CR alone', () => {
    expect(split(['TEST-001\r\nTEST-002\nTEST-003\rTEST-004\r\n']).lines).toEqual([
      'TEST-001',
      'TEST-002',
      'TEST-003',
      'TEST-004',
    ])
  })

  it('gives the same lines wherever the bytes are cut', () => {
    const text = '\x02Card UID: DE AD BE EF\r\n\x03Card SAK: 08\r\nTEST-001\n'
    const whole = split([text]).lines
    expect(whole).toEqual(['Card UID: DE AD BE EF', 'Card SAK: 08', 'TEST-001'])
    for (let cut = 0; cut <= text.length; cut++) {
      expect(split([text.slice(0, cut), text.slice(cut)]).lines).toEqual(whole)
    }
    expect(split(text.split('')).lines).toEqual(whole)
  })

  it('keeps what has no end yet for the next chunk', () => {
    const { lines, splitter } = split(['TEST-001\nTEST-0'])
    expect(lines).toEqual(['TEST-001'])
    splitter.push(Buffer.from('02\n'))
    expect(lines).toEqual(['TEST-001', 'TEST-002'])
  })

  it('forgets the pending part when the connection is a new one', () => {
    const { lines, splitter } = split(['DEAD'])
    splitter.reset()
    splitter.push(Buffer.from('BEEF01\n'))
    expect(lines).toEqual(['BEEF01'])
  })

  it('strips STX, ETX and other control bytes around a line, and nothing within', () => {
    expect(split(['\x02\x00 DEADBEEF\x03\x7f\r\n\x03\r\n', 'DE\x02AD\n']).lines).toEqual([
      'DEADBEEF',
      'DE\x02AD',
    ])
  })

  it('counts a line that is too long once, holds none of it and reads the next', () => {
    const flood = 'A'.repeat(5 * MAX_LINE_BYTES)
    const { lines, overlong } = split([flood, flood, '\nTEST-001\n'])
    expect(overlong).toBe(1)
    expect(lines).toEqual(['TEST-001'])
    expect(split([`${'A'.repeat(MAX_LINE_BYTES)}\n`]).lines).toHaveLength(1)
  })

  it('finds every line of any text in any chunks', () => {
    const line = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/)
    const end = fc.constantFrom('\r\n', '\n', '\r')
    const cuts = fc.array(fc.nat(400), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), cuts, (sent, at) => {
        const text = sent.flat().join('')
        const edges = [0, ...at.toSorted((a, b) => a - b), text.length]
        const chunks = edges.slice(1).map((to, i) => text.slice(edges[i], to))
        expect(split(chunks).lines).toEqual(sent.map(([content]) => content))
      }),
    )
  })

  it('survives any bytes and then reads a good line', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 })), (garbage) => {
        expect(split([...garbage, '\nTEST-001\n']).lines.at(-1)).toBe('TEST-001')
      }),
    )
  })
})

describe('parseTagLine', () => {
  it.each([
    ['Card UID: DE AD BE EF', 'DEADBEEF'],
    ['card uid:04 a2 24 5b 6e 1c 80', '04A2245B6E1C80'],
    ['UID: 12:34:56:78', '12345678'],
    ['Tag: TEST-001', 'TEST-001'],
    ['EPC:E2003412012F1700A1B2C3D4', 'E2003412012F1700A1B2C3D4'],
    ['e2003412012f1700', 'E2003412012F1700'],
    ['DE-AD-BE-EF', 'DEADBEEF'],
    ['test-001', 'TEST-001'],
    ['0013530444', '0013530444'],
  ])('reads %j as %s', (line, uid) => {
    expect(parseTagLine(line)).toBe(uid)
  })

  it.each([
    'Card SAK: 08',
    'PICC type: MIFARE 1KB',
    'Scan PICC to see UID, SAK, type, and data blocks...',
    'Card UID:',
    'CONNECTED',
    'ERROR 12345',
    '1234',
    'DEAD',
    'DE\xa0AD BE EF',
    'DE\x00ADBEEF',
    '\xff\xfe\x80\x81\x90',
    'A'.repeat(65),
  ])('finds no tag in %j', (line) => {
    expect(parseTagLine(line)).toBeNull()
  })
})
