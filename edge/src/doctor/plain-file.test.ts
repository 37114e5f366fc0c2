import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PLAIN_FILE_MAX_BYTES, readPlainFile } from './plain-file.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plain-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const place = (name: string) => join(folder, name)

it('reads a file up to its limit', () => {
  writeFileSync(place('a'), 'puerta «sur»')
  expect(readPlainFile(place('a'))).toBe('puerta «sur»')
  writeFileSync(place('a'), 'x'.repeat(PLAIN_FILE_MAX_BYTES))
  expect(readPlainFile(place('a'))).toHaveLength(PLAIN_FILE_MAX_BYTES)
  writeFileSync(place('a'), 'x'.repeat(PLAIN_FILE_MAX_BYTES + 1))
  expect(() => readPlainFile(place('a'))).toThrow(expect.objectContaining({ code: 'EFBIG' }))
})

it('waits for no pipe, follows no link and takes no device for a file', () => {
  execFileSync('mkfifo', [place('pipe')])
  symlinkSync('/etc/hostname', place('link'))
  symlinkSync(place('pipe'), place('to-pipe'))
  expect(() => readPlainFile(place('pipe'))).toThrow(expect.objectContaining({ code: 'EINVAL' }))
  expect(() => readPlainFile(place('link'))).toThrow(expect.objectContaining({ code: 'ELOOP' }))
  expect(() => readPlainFile('/dev/zero')).toThrow(expect.objectContaining({ code: 'EINVAL' }))
  expect(() => readPlainFile(folder)).toThrow(expect.objectContaining({ code: 'EINVAL' }))
  expect(() => readPlainFile(place('none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  const followed = { mayBeLink: true }
  expect(() => readPlainFile(place('to-pipe'), followed)).toThrow(/no regular file/)
  writeFileSync(place('a'), 'hello')
  symlinkSync(place('a'), place('to-a'))
  expect(readPlainFile(place('to-a'), followed)).toBe('hello')
})
