import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Child } from './child.ts'

const folder = mkdtempSync(join(tmpdir(), 'child-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('keeps the last 1,000 log lines of a process', async () => {
  const script = join(folder, 'talk.mjs')
  const talk = 'for (let i = 1; i <= 2500; i++) console.log(JSON.stringify({ msg: `line ${i}` }))'
  writeFileSync(script, talk)
  const child = new Child(script, {})
  await child.line((line) => line.msg === 'line 2500')
  expect(child.lines).toHaveLength(1000)
  expect(child.lines[0]?.msg).toBe('line 1501')
})
