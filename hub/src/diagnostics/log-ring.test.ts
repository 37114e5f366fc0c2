import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { keepLines, LogRing } from './log-ring.ts'

it('the last thousand lines are kept, oldest first', () => {
  const ring = new LogRing()
  for (let i = 0; i < 5500; i++) ring.push(`${i}\n`)
  const lines = ring.lines()
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1000, '4500\n', '5499\n'])
})

it('long lines are kept up to a megabyte, and one that is very long not at all', () => {
  const ring = new LogRing()
  const long = `${'é'.repeat(20_000)}\n`
  for (let i = 0; i < 100; i++) ring.push(long)
  const bytes = ring.lines().reduce((sum, line) => sum + Buffer.byteLength(line), 0)
  expect(bytes).toBeLessThanOrEqual(1024 ** 2)
  expect(bytes).toBeGreaterThan(1024 ** 2 - 50_000)
  ring.push('x'.repeat(100_000))
  expect(ring.lines().at(-1)).toContain('a line of 100000 characters is left out')
})

it('lines that were pushed out take no memory', () => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const heap = () => {
    gc()
    return process.memoryUsage().heapUsed
  }
  const ring = new LogRing()
  const before = heap()
  for (let i = 0; i < 1010; i++) ring.push(String(i).padEnd(60_000, 'x'))
  expect(heap() - before).toBeLessThan(8 * 1024 ** 2)
  expect(ring.lines().at(-1)).toMatch(/^1009x/)
})

it('a log writes where it did, and what it writes is kept', () => {
  const ring = new LogRing()
  const written: string[] = []
  const log = pino({ level: 'info' }, keepLines(ring, { write: (line) => written.push(line) }))
  log.child({ part: 'mail' }).warn('one')
  log.debug('none')
  log.fatal('two')
  expect(ring.lines()).toEqual(written)
  expect(written.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['one', 'two'])
})
