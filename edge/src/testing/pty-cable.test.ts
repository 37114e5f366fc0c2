import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { PtyCable } from './pty-cable.ts'

it('is thrown away also when a Ctrl-C at the terminal has ended it before', async () => {
  const cable = new PtyCable()
  await cable.plugIn()
  const pid = Number(execFileSync('pgrep', ['-f', cable.readerEnd], { encoding: 'utf8' }))
  process.kill(pid, 'SIGINT')
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
  await cable.destroy()
  expect(existsSync(cable.readerEnd)).toBe(false)
})
