import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createLineDriver } from '../readers/line/parser.ts'
import { replayCapture } from '../testing/replay-capture.ts'
import { captureText } from './capture-text.ts'
import { FixtureFile, parseFixture } from './fixture-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'fixture-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hexOf = (text: string) => Buffer.from(text, 'latin1').toString('hex')

it('keeps the tags with the bytes that they came by, and is replayed to the same', async () => {
  const path = join(folder, 'gate.jsonl')
  const file = new FixtureFile(path)
  const tag = (uid: string) => ({ reader: 'gate', uid })
  file.add({ t: 0, direction: 'out', hex: '05' })
  file.add({ t: 1, direction: 'in', hex: hexOf('Card UID: DE AD BE EF\r\nTEST-') })
  file.add({ t: 1, tag: tag('DEADBEEF') })
  file.add({ lost: 3 })
  file.add({ t: 2.5, direction: 'in', hex: hexOf('001\r\nTEST-002\r\n') })
  file.add({ t: 2.5, tag: tag('TEST-001') })
  file.add({ t: 2.5, tag: tag('TEST-002') })
  file.close()
  const lines = parseFixture(readFileSync(path, 'utf8'))
  expect(lines.map(({ t, direction }) => `${t} ${direction}`)).toEqual(['0 out', '1 in', '2.5 in'])
  const found = await replayCapture(
    createLineDriver({ uid: 'epc' }),
    { id: 'gate', type: 'line' },
    lines,
  )
  const uids = (groups: { uid: string }[][]) => groups.map((group) => group.map(({ uid }) => uid))
  expect(uids(found)).toEqual([[], ['DEADBEEF'], ['TEST-001', 'TEST-002']])
  expect(uids(found)).toEqual(uids(lines.map(({ tags }) => tags)))
})

it('shows a line of each kind, and nothing that moves the cursor', () => {
  const state = { id: 'gate', type: 'm100', path: '/dev/a', simulated: false, noise: 0 }
  const error = 'no \u001b[2J answer'
  const tag = { reader: 'gate', uid: 'E2001', antenna: 2, rssi: -55, tid: 'E280', ageMs: 12.4 }
  const texts = [
    { t: 12, direction: 'out' as const, hex: 'bb002200' },
    { t: 61_234.5, tag },
    { state: { ...state, state: 'closed' as const, error } },
    { lost: 7 },
  ].map((line) => captureText(line))
  expect(texts).toEqual([
    '    0.012 > BB 00 22 00',
    '   61.234 * E2001 (gate), antena 2, -55 dBm, TID E280, hace 12 ms',
    '-- gate (/dev/a): cerrado · no ·[2J answer',
    '-- 7 líneas omitidas: la pantalla no da abasto',
  ])
})
