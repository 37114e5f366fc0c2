import { expect, test } from 'vitest'
import { type ReleaseFacts, runningVersion } from './release.ts'

const PACKAGE = '{ "version": "0.1.0" }'
const facts: ReleaseFacts = {
  version: '0.1.0-3a8f843',
  commit: '3a8f843f2c1de8d4c3b1bd5a2e1f6a7b8c9d0e1f',
  builtAt: '2026-03-04T05:06:07.000Z',
  target: 'linux-arm64',
  node: '20.20.2',
}

test('a release tells its commit and its day, a checkout its package alone', () => {
  const { version, commit, builtAt } = facts
  expect(runningVersion(JSON.stringify(facts), PACKAGE)).toEqual({ version, commit, builtAt })
  expect(runningVersion(null, PACKAGE)).toEqual({ version: '0.1.0', commit: null, builtAt: null })
})

test('a damaged release is not taken for a checkout', () => {
  expect(() => runningVersion('{}', PACKAGE)).toThrow()
  expect(() => runningVersion('', PACKAGE)).toThrow()
})
