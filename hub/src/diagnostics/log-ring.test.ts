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
